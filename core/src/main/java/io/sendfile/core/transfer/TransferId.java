package io.sendfile.core.transfer;

import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ids of a transfer. An application may give the same id to several downloads, so each has one of
 * its own, too, unique on all servers.
 *
 * @param own for administrators
 * @param given the application's download id, or null when it gave none
 */
public record TransferId(String own, @Nullable String given) {
  /** Own ids for the transfers of one server, until it ends. */
  public static Supplier<String> supplier() {
    String server = HexFormat.of().toHexDigits(new SplittableRandom().nextInt());
    AtomicLong number = new AtomicLong();
    return () -> server + "-" + Long.toHexString(number.incrementAndGet());
  }

  /** The application's id if it gave one, else the own id. */
  public String reported() {
    return given == null ? own : given;
  }
}
