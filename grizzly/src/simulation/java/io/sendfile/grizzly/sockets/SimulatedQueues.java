package io.sendfile.grizzly.sockets;

import io.sendfile.grizzly.sockets.SendQueues.Follower;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The send queues of a simulated kernel, whose table is written before it is read. Clients leave
 * bytes there for want of room.
 */
public final class SimulatedQueues {
  private static final Path FOLDER = folder();

  private final Supplier<Map<Integer, Long>> kernel;
  private final LongSupplier nanoTime;
  private final SendQueues queues;

  /**
   * @param kernel unacknowledged bytes of its connections, by their clients' ports
   * @param nanoTime monotonic clock, nanoseconds
   */
  public SimulatedQueues(Supplier<Map<Integer, Long>> kernel, LongSupplier nanoTime) {
    this.kernel = kernel;
    this.nanoTime = nanoTime;
    this.queues = new SendQueues(FOLDER, this::read);
  }

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("queues");
      folder.toFile().deleteOnExit();
      folder.resolve("tcp").toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The clock is read before each table. */
  private long read() {
    StringBuilder table = new StringBuilder("head\n");
    kernel
        .get()
        .forEach(
            (port, bytes) ->
                table.append(
                    String.format(
                        "0: 07070707:0001 07070707:%04X 01 %08X:00000000 04%n", port, bytes)));
    try {
      Files.writeString(FOLDER.resolve("tcp"), table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return nanoTime.getAsLong();
  }

  /** An address that reads alike in any order of bytes. */
  private static InetSocketAddress end(int port) {
    return new InetSocketAddress("7.7.7.7", port);
  }

  /** The queues that are under test. */
  public SendQueues real() {
    return queues;
  }

  /** Follows a connection. */
  public Follower follow(int port) {
    return queues.follow(end(1), end(port));
  }
}
