package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/**
 * The key of the wall display that is in force; empty while there is no wall display. By an
 * interface of Java, as the bundle of the console sees no class of this one.
 */
@Service(name = "sendfile-wall-display-key")
@Singleton
@ContractsProvided(Supplier.class)
public class WallDisplayKey implements Supplier<String> {
  private final SettingsSource settings;

  @Inject
  public WallDisplayKey(SettingsSource settings) {
    this.settings = settings;
  }

  @Override
  public String get() {
    return settings.current().text(Setting.WALL_DISPLAY_KEY);
  }
}
