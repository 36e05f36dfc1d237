package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.sendfile.glassfish.it.harness.Hello;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ServerProcess;
import io.sendfile.glassfish.it.harness.SlowCrowd;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * As many slow clients of one file as descriptors and the kernel's memory allow, at most 50,000 in
 * clear and 10,000 by TLS ({@code -Dscenario.slow-crowd} sets another number): all are served. It
 * tells how long other requests wait beside them, what they hold, and what the timer's thread
 * costs.
 */
@Timeout(900)
@OwnProcess
@Release
class SlowCrowdIT extends Scenario {
  private static final int MOST = 50_000;
  private static final int MOST_BY_TLS = 10_000;

  /** The first clients read nothing until the last ones have shaken hands. */
  private static final String ALL_SHAKE_HANDS_SECONDS = "600";

  private static final int BYTES_PER_SECOND = 20_000;
  private static final int LENGTH = 30 * BYTES_PER_SECOND;

  /** Descriptors of a server and of this program for other things. */
  private static final int OTHERS = 1_500;

  /** Memory of the kernel for both ends of a connection, bytes. */
  private static final long KERNEL_BYTES = 96 << 10;

  private static final long PAGE = 4096;

  private final Path file = TestFiles.ofLength(LENGTH);

  private static int possible(int most) throws IOException {
    long descriptors =
        ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
            .getMaxFileDescriptorCount();
    // Pages: without pressure, from which pressure begins, at most.
    String pages = Files.readAllLines(Path.of("/proc/sys/net/ipv4/tcp_mem")).get(0);
    long inMemory = Long.parseLong(pages.split("\\s+")[1]) * PAGE / KERNEL_BYTES;
    return (int) Math.min(most, Math.min(descriptors - OTHERS, inMemory));
  }

  /** Memory of all sockets of the machine, bytes. */
  private static long kernelMemory() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/net/sockstat"))) {
      if (line.startsWith("TCP:")) {
        return Long.parseLong(line.replaceAll(".* mem ", "")) * PAGE;
      }
    }
    return 0;
  }

  @Test
  void allAreServed() throws Exception {
    areServed(possible(MOST), false);
  }

  @Test
  void allAreServedByTls() throws Exception {
    configure("stall-timeout-seconds", ALL_SHAKE_HANDS_SECONDS);
    areServed(possible(MOST_BY_TLS), true);
  }

  private void areServed(int possible, boolean secure) throws Exception {
    int crowd = Integer.getInteger("scenario.slow-crowd", possible);
    configure("max-active-transfers", "" + crowd, "max-buffered-bytes", "0");
    Snapshot before = server.probe();
    long kernelBefore = kernelMemory();
    int port = secure ? server.httpsPort() : server.httpPort();
    long come = System.nanoTime();
    try (SlowCrowd clients =
            new SlowCrowd(port, Play.steps(sendfile(file)), file, BYTES_PER_SECOND, secure);
        Hello hello = new Hello(server.httpsPort())) {
      clients.join(crowd);
      Snapshot all = server.probe();
      assertThat(all.number("Active")).isEqualTo(crowd);
      long kernel = kernelMemory() - kernelBefore;
      long start = System.nanoTime();
      Duration timer = ServerProcess.cpuOf("sendfile-timer");

      clients.readAll();

      double seconds = seconds(start, System.nanoTime());
      double busy = (double) ServerProcess.cpuOf("sendfile-timer").minus(timer).toMillis() / 1000;
      System.out.printf(
          "%d clients, %s, came in %.1f s and took %.1f s at %d B/s; kernel %d MiB, heap %d MiB;"
              + " timer thread: %.3f of a core; %s%n",
          crowd,
          secure ? "by TLS" : "in clear",
          seconds(come, start),
          seconds,
          BYTES_PER_SECOND,
          kernel >> 20,
          all.number("heap.used") >> 20,
          busy / seconds,
          hello.told());
      awaitGrown("Completed", crowd, before);
      assertThat(grown("Refused", before)).isZero();
    }
  }

  private static double seconds(long startNanos, long endNanos) {
    return (double) (endNanos - startNanos) / TimeUnit.SECONDS.toNanos(1);
  }
}
