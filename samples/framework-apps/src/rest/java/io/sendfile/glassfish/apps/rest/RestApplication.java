package io.sendfile.glassfish.apps.rest;

import jakarta.ws.rs.core.Application;
import java.util.Set;

/** For implementations that find the feature of application-api by themselves. */
public class RestApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(FilesResource.class, Inverted.Inverter.class);
  }
}
