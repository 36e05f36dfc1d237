package io.sendfile.glassfish.apps.others;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Controllers of Jakarta MVC below {@code /mvc}. */
@ApplicationPath("/mvc")
public class MvcApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(MvcDownload.class);
  }
}
