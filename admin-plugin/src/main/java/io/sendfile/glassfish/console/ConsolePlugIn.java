package io.sendfile.glassfish.console;

import java.net.URL;
import org.glassfish.api.admingui.ConsoleProvider;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** By this service the console finds {@code META-INF/admingui/console-config.xml} of our bundle. */
@Service
public class ConsolePlugIn implements ConsoleProvider {
  /** Null: the configuration is at its usual place. */
  @Override
  public @Nullable URL getConfiguration() {
    return null;
  }
}
