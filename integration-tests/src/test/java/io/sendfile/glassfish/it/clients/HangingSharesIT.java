package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.FaultyShare;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A root on a share that hangs, fails, or ends too early, under sixty clients of it. */
@Client(
    commands = {"cc", "pkg-config", "fusermount3"},
    packages = "gcc pkg-config fuse3 libfuse3-dev")
@InContainer
class HangingSharesIT extends ClientScenario {
  private static final int CLIENTS = 60;
  private static final int LENGTH = 8 * MIB;

  /** Workers, timer, poller and the like; then those that read and open on the share. */
  private static final int MOST_THREADS = 24 + 16 + 16;

  private final Path local = TestFiles.settled("beside-a-share.bin", 20 * MIB);
  private FaultyShare share;
  private Path large;

  @BeforeEach
  void shareAndRoot() throws IOException {
    share = FaultyShare.mountIn(folder.toRealPath());
    byte[] bytes = new byte[LENGTH];
    new Random(1).nextBytes(bytes);
    large = share.file("large.bin", bytes);
    share.file("small.bin", new byte[1000]);
    server.createRoot("share", share.folder());
  }

  @AfterEach
  void unmount() throws IOException {
    try {
      share.obeys("");
      Await.until("no transfer", SOON, () -> server.probe().transfers() == 0);
    } finally {
      server.deleteRoot("share");
      share.close();
    }
  }

  private String list() {
    return server.command("list-sendfile-transfers", "--long=true");
  }

  private String problems() {
    return server.command("list-sendfile-problems");
  }

  private void isServed() throws Exception {
    for (Browser browser : List.of(Browser.CLEAR, Browser.HTTP_2)) {
      browser.ask(Play.steps("sendfile:share:large.bin")).hasStatus(200).isFile(large);
    }
  }

  @Test
  @EachGrizzly
  void nothingElseHangsWithItsFiles() throws Exception {
    stopsNothingElse("read");
    nothingOfItIsHeld();
  }

  @Test
  void nothingElseHangsWithItsFolders() throws Exception {
    stopsNothingElse("stat");
  }

  @Release
  @ParameterizedTest
  @ValueSource(strings = {"open", "close"})
  void nothingElseHangsWithOtherCalls(String call) throws Exception {
    stopsNothingElse(call);
    nothingOfItIsHeld();
  }

  /** After some seconds without a request it can be unmounted, while its root is configured. */
  private void nothingOfItIsHeld() {
    Await.until("it can be unmounted", SOON, () -> share.unmount().status() == 0);
  }

  private void stopsNothingElse(String call) throws Exception {
    isServed();
    try (Crowd crowd = new Crowd()) {
      crowd.reads(CLIENTS * 100_000L);
      share.obeys(call + " hang\n");
      List<RawConnection> later = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        later.add(RawConnection.to(server.httpPort()));
        later.get(i).send(RawConnection.get(Play.steps("sendfile:share:small.bin")));
      }
      crowd.goesOn();
      for (int i = 0; i < 10; i++) {
        play(sendfile(local)).hasStatus(200).isFile(local);
        ask("/it/hello").hasStatus(200);
      }
      assertThat(server.probe().number("threads.sendfile")).isLessThanOrEqualTo(MOST_THREADS);
      if (!call.equals("close")) {
        Await.until(
            () -> "the root is a problem: " + problems(),
            SOON,
            () -> problems().contains("root share: not answering"));
      }
      cancelAll();
      for (RawConnection each : later) {
        each.close();
      }
      Await.until(() -> "all have ended: " + list(), SOON, () -> server.probe().transfers() == 0);
      share.obeys("");
    }
    Await.until("it goes on", SOON, () -> play("sendfile:share:small.bin").status() == 200);
    isServed();
  }

  private void cancelAll() {
    String[] ids =
        list()
            .lines()
            .filter(row -> row.contains("share:large.bin"))
            .map(row -> row.replaceAll("^.*?(?=[0-9a-f]{8}-)", "").replaceAll(" .*", ""))
            .toArray(String[]::new);
    assertThat(ids).hasSize(CLIENTS);
    server.command("cancel-sendfile-transfer", ids);
  }

  @Test
  void failuresAreToldWithTheirCause() throws Exception {
    play("sendfile:share:missing.bin").hasStatus(404);
    for (String fault : List.of("stat 5", "stat 116", "open 5", "open 107")) {
      share.obeys(fault + "\n");
      Answer answer = play("sendfile:share:large.bin").hasStatus(503);
      assertThat(answer.header("Retry-After")).isNotNull();
    }
    assertThat(server.command("list-sendfile-refusals"))
        .contains("Input/output error", "Stale file handle", "not connected", "root 'share'");
    assertThat(problems()).contains("failing: 4 responses with 503", "of root share");
    share.obeys("read 5\n");
    breaksOff();
    assertThat(server.command("list-sendfile-ended-transfers", "--long=true"))
        .contains("io-error", "Input/output error");
    share.obeys("end 5001216\n");
    assertThat(breaksOff()).isLessThanOrEqualTo(5_001_216);
    Await.until(
        "it has changed",
        SOON,
        () -> server.command("list-sendfile-ended-transfers").contains("changed"));
    share.obeys("");
    isServed();
  }

  /** Bytes of the body that came before the end. */
  private long breaksOff() throws IOException {
    long[] got = new long[1];
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      connection.send(RawConnection.get(Play.steps("sendfile:share:large.bin")));
      RawConnection.Head head = connection.head();
      assertThat(head.status()).isEqualTo(200);
      connection.body(
          head,
          new OutputStream() {
            @Override
            public void write(int one) {
              got[0]++;
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
              got[0] += length;
            }
          });
    } catch (IOException e) {
      return got[0];
    }
    throw new AssertionError("whole after " + got[0] + " bytes");
  }

  @Test
  void temporaryFileIsDeleted() throws IOException {
    server.command("set-sendfile-root", "--allow-delete", "true", "share");
    play("header:X-Sendfile-Temporary=share:small.bin").hasStatus(200);
    Path small = large.resolveSibling("small.bin");
    Await.until("it is deleted", SOON, () -> Files.notExists(small));
  }

  /** Clients of the large file that read at a low rate, all on one thread. */
  private final class Crowd implements AutoCloseable {
    private final List<SocketChannel> clients = new ArrayList<>();
    private final Thread thread = new Thread(this::readOn);
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(8192);
    private final AtomicLong read = new AtomicLong();
    private volatile boolean closed;

    Crowd() throws IOException {
      byte[] request =
          RawConnection.get(Play.steps("sendfile:share:large.bin"))
              .getBytes(StandardCharsets.ISO_8859_1);
      for (int i = 0; i < CLIENTS; i++) {
        SocketChannel client = SocketChannel.open();
        clients.add(client);
        client.setOption(StandardSocketOptions.SO_RCVBUF, 16 << 10);
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.httpPort()));
        client.write(ByteBuffer.wrap(request));
        client.configureBlocking(false);
      }
      thread.start();
    }

    private void readOn() {
      try {
        while (!closed) {
          for (SocketChannel client : clients) {
            try {
              read.addAndGet(Math.max(0, client.read(bytes.clear())));
            } catch (IOException e) {
              // It was cancelled.
              continue;
            }
          }
          Thread.sleep(20);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Waits until they have read that much together. */
    void reads(long count) {
      Await.until(() -> "read " + read, SOON, () -> read.get() >= count);
    }

    /** They use up what is on its way, so that all of them meet the fault. */
    void goesOn() throws InterruptedException {
      Thread.sleep(1000);
    }

    @Override
    public void close() throws IOException {
      closed = true;
      Await.until("it stops reading", SOON, () -> !thread.isAlive());
      for (SocketChannel client : clients) {
        client.close();
      }
    }
  }
}
