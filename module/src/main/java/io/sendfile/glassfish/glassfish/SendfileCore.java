package io.sendfile.glassfish.glassfish;

import io.sendfile.glassfish.stats.StatsRecorder;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import org.jvnet.hk2.annotations.Service;

/** The one core of a server: its settings, its statistics and its health. */
@Service
@Singleton
public class SendfileCore {
  private final SettingsSource settings;
  private final HealthReport health;
  private final StatsRecorder stats = StatsRecorder.counting(InstantSource.system());

  @Inject
  public SendfileCore(SettingsSource settings, HealthReport health) {
    this.settings = settings;
    this.health = health;
  }

  /** The settings in force, live. */
  public SettingsSource settings() {
    return settings;
  }

  /** How the parts are. */
  public HealthReport health() {
    return health;
  }

  /** Where everything is counted. */
  public StatsRecorder stats() {
    return stats;
  }
}
