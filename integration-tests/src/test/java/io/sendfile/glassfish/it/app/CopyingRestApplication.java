package io.sendfile.glassfish.it.app;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;
import java.util.Set;

/** Jakarta REST below {@code /copying}, whose files are left to Jersey. */
@ApplicationPath("/copying")
public final class CopyingRestApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(FilesResource.class);
  }

  @Override
  public Map<String, Object> getProperties() {
    return Map.of("io.sendfile.files", "false");
  }
}
