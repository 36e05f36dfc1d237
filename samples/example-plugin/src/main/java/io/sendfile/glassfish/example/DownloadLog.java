package io.sendfile.glassfish.example;

import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/**
 * A listener as a plug-in: logs a line per transfer and a line per whole download, at the level of
 * its property {@code level}. Without that property it receives no events.
 */
@Service
@ContractsProvided(TransferListener.class)
public final class DownloadLog implements TransferListener {
  private static final Logger LOGGER = Logger.getLogger(DownloadLog.class.getName());

  private static final String LEVEL = "level";

  private Level level = Level.OFF;

  @Override
  public String name() {
    return "download-log";
  }

  @Override
  public Set<String> properties() {
    return Set.of(LEVEL);
  }

  @Override
  public void check(Map<String, String> properties) {
    parsed(properties);
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    level = parsed(properties);
    return !level.equals(Level.OFF);
  }

  private static Level parsed(Map<String, String> properties) {
    try {
      return Level.parse(properties.getOrDefault(LEVEL, "OFF"));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("level must be a level of java.util.logging", e);
    }
  }

  @Override
  public void transferFinished(TransferResult result) {
    LOGGER.log(
        level,
        () ->
            "transfer "
                + result.id()
                + ": "
                + result.outcome().label()
                + ", "
                + result.bytes()
                + " bytes");
  }

  @Override
  public void downloadComplete(DownloadResult result) {
    LOGGER.log(
        level,
        () -> "download " + result.id() + ": complete after " + result.transfers() + " transfers");
  }
}
