package io.sendfile.glassfish.example;

import io.sendfile.spi.Amounts;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Panel;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/**
 * A listener as a plug-in: logs a line per transfer and a line per whole download, at the level of
 * its property {@code level}, and shows the last ones in the console. Without that property it
 * receives no events.
 */
@Service
@ContractsProvided(TransferListener.class)
public final class DownloadLog implements TransferListener {
  private static final Logger LOGGER = Logger.getLogger(DownloadLog.class.getName());

  private static final Property LEVEL =
      Property.of("level", "level of java.util.logging of the lines; OFF: none", "OFF");

  private static final int SHOWN = 10;

  private final Deque<Map<String, String>> last = new ArrayDeque<>();
  private Level level = Level.OFF;
  private long transfers;

  @Override
  public String name() {
    return "download-log";
  }

  @Override
  public List<Property> properties() {
    return List.of(LEVEL);
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
      return Level.parse(LEVEL.in(properties));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("level must be a level of java.util.logging", e);
    }
  }

  @Override
  public void transferFinished(TransferResult result) {
    remember(result);
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

  private synchronized void remember(TransferResult result) {
    transfers++;
    last.addFirst(
        Map.of(
            "time", Instant.now().toString(),
            "file", result.path(),
            "outcome", result.outcome().label(),
            "sent", Amounts.bytes(result.bytes())));
    if (last.size() > SHOWN) {
      last.removeLast();
    }
  }

  /** Asked on another thread than the events. */
  @Override
  public synchronized Panel panel() {
    return new Panel(
        List.of(new Panel.Fact("Transfers", String.valueOf(transfers))),
        List.of(
            new Panel.Table(
                "Last transfers",
                List.of("time", "file", "outcome", "sent"),
                List.copyOf(last),
                List.of())),
        List.of());
  }

  @Override
  public void downloadComplete(DownloadResult result) {
    LOGGER.log(
        level,
        () -> "download " + result.id() + ": complete after " + result.transfers() + " transfers");
  }
}
