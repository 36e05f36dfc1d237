package io.sendfile.glassfish.it.app;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Jakarta REST below {@code /rest}. */
@ApplicationPath("/rest")
public final class RestApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(
        DownloadResource.class,
        FilesResource.class,
        Inverted.Inverter.class,
        Temporary.Deleter.class);
  }
}
