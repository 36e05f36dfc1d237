package io.sendfile.glassfish.console;

import java.net.URL;
import org.glassfish.api.admingui.ConsoleProvider;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** Leads the console to {@code META-INF/admingui/console-config.xml} of this bundle. */
@Service
public class ConsolePlugIn implements ConsoleProvider {
  /** Null: the configuration has its default path. */
  @Override
  public @Nullable URL getConfiguration() {
    return null;
  }
}
