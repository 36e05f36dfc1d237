package io.sendfile.glassfish.sample;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** The resources of Jakarta REST. */
@ApplicationPath("/rest")
public final class RestApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(ReturnedFiles.class);
  }
}
