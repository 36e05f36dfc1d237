package io.sendfile.glassfish.grizzly;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.buffer.BufferPolicies;
import io.sendfile.glassfish.content.FileAttributes;
import io.sendfile.glassfish.engine.SendfileEngine;
import io.sendfile.glassfish.files.HiddenFiles;
import io.sendfile.glassfish.files.Origin;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.SymlinkPolicy;
import io.sendfile.glassfish.settings.SendfileSettings;
import io.sendfile.glassfish.settings.Setting;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.stats.Statistics;
import io.sendfile.glassfish.transfer.Transfer;
import io.sendfile.glassfish.transfer.TransferState;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A real Grizzly server on loopback with the filter in its chain, and what it must not leave. */
@Timeout(30)
abstract class ServerFixture {
  static final String LISTENER = "test";
  static final Origin ORIGIN = new Origin("shop", "server");
  private static final long DEADLINE_SECONDS = 10;

  /** What answers the requests. */
  @FunctionalInterface
  interface Application {
    void service(Request request, Response response) throws Exception;
  }

  @TempDir Path temp;
  Path files;
  final Statistics stats = new Statistics(InstantSource.system());
  final BlockingQueue<TransferResult> results = new LinkedBlockingQueue<>();
  SendfileEngine engine;

  /** By default the query names the file: {@code /?files:f}. */
  volatile Application application =
      (request, response) -> response.setHeader("X-Sendfile", request.getQueryString());

  /** The buffers of the listener; a class for {@link EachBufferPolicy} gets another one. */
  @Parameter String policy = BufferPolicies.SERVER_DEFAULT;

  private static final int BUFFER_BYTES = SendfileSettings.DEFAULTS.bufferBytes();
  private final CountingMemory memory = new CountingMemory(BUFFER_BYTES);
  private final PolicyWatch watch = new PolicyWatch();
  private final WritePoller poller = new WritePoller();
  private final HttpServer server = new HttpServer();
  private ListenerMemory buffers;
  private int port;

  /** TLS, add-ons and the like. */
  void configure(NetworkListener listener) {}

  /** The test sends bodies that nobody reads, of so many buffers in all. */
  final void leavesUnread(int buffersOfBodies) {
    watch.mayForget(buffersOfBodies);
  }

  /** Settings other than the defaults, as name, value, name, value. */
  String[] settings() {
    return new String[0];
  }

  Socket connect() throws IOException {
    return connectPlain(0);
  }

  /** A connection with a receive buffer of about that many bytes; 0 = the system's choice. */
  final Socket connectPlain(int receiveBytes) throws IOException {
    Socket socket = new Socket();
    if (receiveBytes > 0) {
      socket.setReceiveBufferSize(receiveBytes);
    }
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
    return socket;
  }

  final RawClient client() throws IOException {
    return new RawClient(connect());
  }

  final int port() {
    return port;
  }

  @BeforeEach
  void startServer() throws IOException {
    files = Files.createDirectory(temp.toRealPath().resolve("files"));
    engine =
        new SendfileEngine(
            settingsWith(settings()),
            stats,
            List.of(results::add),
            Map::of,
            PooledThread::make,
            this::nanoTime,
            () -> UUID.randomUUID().toString());
    NetworkListener listener = new NetworkListener(LISTENER, "127.0.0.1", 0);
    listener.getTransport().setMemoryManager(memory);
    buffers = watch.memory(policy);
    buffers.attach(listener.getTransport());
    configure(listener);
    listener.registerAddOn((unused, builder) -> bind(builder));
    server.addListener(listener);
    server.start();
    port = listener.getPort();
  }

  /** The clock of the engine. */
  long nanoTime() {
    return System.nanoTime();
  }

  /** What a servlet container would find on the request; by default nothing. */
  @Nullable FileAttributes attributes(Request request) {
    return null;
  }

  /** The static file the server would answer with; by default none. */
  @Nullable StaticFile staticFile(Request request) {
    return null;
  }

  /** Who is told what becomes of a hand-off; by default nobody. */
  @Nullable Consumer<Map<String, Object>> listener(Request request) {
    return null;
  }

  private final class Servlets implements ServletLayer {
    @Override
    public Origin origin(Request request) {
      return ORIGIN;
    }

    @Override
    public @Nullable FileAttributes fileAttributes(Request request) {
      return attributes(request);
    }

    @Override
    public @Nullable Consumer<Map<String, Object>> listener(Request request) {
      return ServerFixture.this.listener(request);
    }

    @Override
    public @Nullable StaticFile staticFile(Request request) {
      return ServerFixture.this.staticFile(request);
    }
  }

  private void bind(FilterChainBuilder builder) {
    int index = builder.indexOfType(HttpServerFilter.class);
    HttpServerFilter web = (HttpServerFilter) builder.get(index);
    // Not the server's own handler chain: that one is not called by service().
    web.setHttpHandler(
        new HandOffHandler(new ApplicationHandler(), engine.at(LISTENER), new Servlets(), false));
    builder.add(index, new SendfileFilter(engine.at(LISTENER), poller, buffers));
    LateWindowUpdates.join(builder);
  }

  private final class ApplicationHandler extends HttpHandler {
    @Override
    public void service(Request request, Response response) throws Exception {
      application.service(request, response);
    }
  }

  @AfterEach
  void leavesNothingBehind() throws IOException {
    try {
      await("all transfers end", () -> engine.scheduler().transfers().isEmpty());
      await("no transfer is counted as active", () -> stats.snapshot().active() == 0);
      await("all buffers are given back or forgotten", memory::holdsNothing);
      await("all files are closed", () -> OpenFiles.below(files).isEmpty());
      server.shutdownNow();
      watch.assertAllGivenBack();
      assertThat(engine.scheduler().active()).isZero();
      assertThat(engine.scheduler().waiting()).isZero();
    } finally {
      server.shutdownNow();
      engine.close();
      poller.close();
    }
  }

  final SendfileSettings settingsWith(String... namesAndValues) {
    Map<Setting, String> changed = new EnumMap<>(Setting.class);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      changed.put(Setting.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    Root root = new Root("files", files, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
    return SendfileSettings.of(
        setting -> changed.getOrDefault(setting, setting.defaultValue()), List.of(root));
  }

  /** A file of random bytes. */
  final byte[] file(String name, int length) throws IOException {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    Files.write(files.resolve(name), bytes);
    return bytes;
  }

  /** A large file that costs no disk space. */
  final void sparseFile(String name, long length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(files.resolve(name).toFile(), "rw")) {
      file.setLength(length);
    }
  }

  /** Waits until the only transfer stands there. */
  final Transfer awaitState(TransferState state) {
    await(
        "a transfer is " + state,
        () -> engine.scheduler().transfers().stream().anyMatch(t -> t.state() == state));
    return engine.scheduler().transfers().get(0);
  }

  final TransferResult awaitEnd() throws InterruptedException {
    TransferResult result = results.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertThat(result).as("a transfer that has ended").isNotNull();
    return result;
  }

  final TransferResult awaitEnd(Outcome outcome) throws InterruptedException {
    TransferResult result = awaitEnd();
    assertThat(result.outcome()).isEqualTo(outcome);
    return result;
  }

  /** Buffers of {@link BufferSink} that are not given back yet. */
  final int buffersInUse() {
    return memory.inUse();
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Thread.yield();
    }
  }

  /** Compares without printing a whole file. */
  static void assertBytes(byte[] actual, byte[] expected) {
    int mismatch = Arrays.mismatch(expected, actual);
    if (mismatch >= 0) {
      assertThat(new String(actual, 0, Math.min(1500, actual.length), ISO_8859_1))
          .as("differs from byte %d on; got %d of %d", mismatch, actual.length, expected.length)
          .isEqualTo("the bytes of the file");
    }
  }
}
