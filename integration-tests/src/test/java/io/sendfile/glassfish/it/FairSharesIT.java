package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with many and with few connections that share the total rate. */
@Timeout(180)
@Release
class FairSharesIT extends Scenario {
  private static final long BYTES_PER_SECOND = 6_000_000;
  private static final Duration LONG = Duration.ofSeconds(90);

  private final Path file = TestFiles.ofLength(100L << 20);
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Thread> readers = new ArrayList<>();

  /** Downloads of one client, and the bytes it has received. */
  private final class Party {
    final AtomicLong bytes = new AtomicLong();
    private final String target;

    Party(int connections, String target) {
      this.target = target;
      for (int i = 0; i < connections; i++) {
        Thread reader = new Thread(this::download);
        readers.add(reader);
        reader.start();
      }
    }

    private void download() {
      try (RawConnection connection = RawConnection.to(server.httpPort())) {
        connection.send(RawConnection.get(target));
        connection.body(connection.head(), counting());
      } catch (IOException e) {
        assertThat(over).as("ended early by %s", e).isTrue();
      }
    }

    private OutputStream counting() {
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte @Nullable [] block, int offset, int length) throws IOException {
          bytes.addAndGet(length);
          if (over.get()) {
            throw new IOException("enough");
          }
        }
      };
    }
  }

  private String of(String client) {
    return Play.steps("header:X-Sendfile-Client=" + client, sendfile(file));
  }

  @AfterEach
  void noReaders() throws InterruptedException {
    over.set(true);
    for (Thread reader : readers) {
      reader.join();
    }
  }

  /** The bytes of one for each byte of the other, over ten seconds of the total rate. */
  private static double ratio(Party one, Party other) {
    awaitBytes(3 * BYTES_PER_SECOND, one, other);
    long ones = one.bytes.get();
    long others = other.bytes.get();
    awaitBytes(15 * BYTES_PER_SECOND, one, other);
    return (double) (one.bytes.get() - ones) / (other.bytes.get() - others);
  }

  private static void awaitBytes(long bytes, Party one, Party other) {
    Await.until("enough bytes", LONG, () -> one.bytes.get() + other.bytes.get() >= bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "equal-non-blocking"})
  void thirtyConnectionsOfOneUserGetNoMoreThanOneOfAnother(String algorithm) {
    configure(
        "algorithm", algorithm, "total-rate-bytes-per-second", String.valueOf(BYTES_PER_SECOND));
    Party many = new Party(30, of("many"));
    Party one = new Party(1, of("one"));
    assertThat(ratio(many, one)).isBetween(0.95, 1.05);
  }
}
