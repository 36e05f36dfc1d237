package io.sendfile.glassfish.jaxrs;

import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.FeatureContext;
import org.glassfish.jersey.internal.spi.AutoDiscoverable;

/**
 * Hands off the files that resources return, in each Jakarta REST application of the server that
 * does not set the property {@value #PROPERTY} to false. Stateless.
 */
@ConstrainedTo(RuntimeType.SERVER)
public final class FileEntities implements AutoDiscoverable {
  /** Property of an application: false leaves its files to Jersey. */
  static final String PROPERTY = "io.sendfile.files";

  @Override
  public void configure(FeatureContext context) {
    Object wanted = context.getConfiguration().getProperty(PROPERTY);
    if (wanted == null || !wanted.toString().equalsIgnoreCase("false")) {
      context.register(FileHandOff.FinalStatus.class);
      context.register(FileHandOff.class);
    }
    context.register(PathWriter.class);
  }
}
