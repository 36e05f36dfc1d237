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
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
  private static final int ROUNDS = 3;

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
    try (Crowd crowd = new Crowd(false)) {
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
    Await.until(
        "it has failed",
        SOON,
        () ->
            server
                .command("list-sendfile-ended-transfers", "--long=true")
                .matches("(?s).*io-error.*Input/output error.*"));
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

  /**
   * Another root and an application beside sixty clients of the share, who ask again when they get
   * no more: figures to read, of a share that works and of one with the fault in turn.
   */
  @Release
  @Timeout(600)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "stat hang",
        "open hang",
        "read hang",
        "close hang",
        "stat 5",
        "stat 116",
        "open 116",
        "read 5",
        "read 116",
        "end 5001216"
      })
  void figuresOfOthersAreToldBesideEachFault(String fault) throws Exception {
    Map<String, Others> told = new LinkedHashMap<>();
    for (int i = 0; i < ROUNDS; i++) {
      for (String each : List.of("", fault)) {
        try (Crowd crowd = new Crowd(true)) {
          crowd.reads(CLIENTS * 100_000L);
          share.obeys(each + "\n");
          crowd.goesOn();
          told.computeIfAbsent(each, Others::new).measure();
          share.obeys("");
        }
        Await.until("all have ended", SOON, () -> server.probe().transfers() == 0);
      }
    }
    told.values().forEach(System.out::println);
  }

  /** Times of the large file of another root and of an application, microseconds. */
  private final class Others {
    private final String fault;
    private final List<Long> files = new ArrayList<>();
    private final List<Long> hellos = new ArrayList<>();

    Others(String fault) {
      this.fault = fault.isEmpty() ? "works" : fault;
    }

    void measure() throws IOException {
      for (int i = 0; i < 20; i++) {
        files.add(micros(Play.steps(sendfile(local))));
        for (int j = 0; j < 10; j++) {
          hellos.add(micros("/it/hello"));
        }
      }
    }

    private long micros(String target) throws IOException {
      long start = System.nanoTime();
      try (RawConnection connection = RawConnection.to(server.httpPort())) {
        RawConnection.Head head = connection.send(RawConnection.get(target)).head();
        assertThat(head.status()).isEqualTo(200);
        connection.body(head, OutputStream.nullOutputStream());
      }
      return (System.nanoTime() - start) / 1000;
    }

    @Override
    public String toString() {
      return "share %s: file %.0f MB/s, hello %.2f ms, one in a hundred %.2f, longest %.2f"
          .formatted(
              fault,
              (double) local.toFile().length() / at(files, 0.5),
              at(hellos, 0.5) / 1000.0,
              at(hellos, 0.99) / 1000.0,
              at(hellos, 1) / 1000.0);
    }

    private static long at(List<Long> times, double share) {
      return times.stream()
          .sorted()
          .toList()
          .get((int) Math.min(times.size() - 1, share * times.size()));
    }
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
    private final boolean again;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(8192);
    private final AtomicLong read = new AtomicLong();
    private volatile boolean closed;

    Crowd(boolean again) throws IOException {
      this.again = again;
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(client());
      }
      thread.start();
    }

    private SocketChannel client() throws IOException {
      SocketChannel client = SocketChannel.open();
      client.setOption(StandardSocketOptions.SO_RCVBUF, 16 << 10);
      client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.httpPort()));
      String request = RawConnection.get(Play.steps("sendfile:share:large.bin"));
      client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.ISO_8859_1)));
      client.configureBlocking(false);
      return client;
    }

    private void readOn() {
      try {
        while (!closed) {
          int ended = -1;
          for (int i = 0; i < CLIENTS; i++) {
            int n = read(clients.get(i));
            read.addAndGet(Math.max(0, n));
            ended = n < 0 ? i : ended;
          }
          if (again && ended >= 0) {
            clients.get(ended).close();
            clients.set(ended, client());
          }
          Thread.sleep(20);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private int read(SocketChannel client) {
      try {
        return client.read(bytes.clear());
      } catch (IOException e) {
        // The server has broken it off.
        return -1;
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
