package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.Pause;
import io.sendfile.core.engine.NotedRefusal;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.Denial;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Resolution;
import io.sendfile.spi.RunningResponse;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers of a plug-in in the application's place. */
class ResolvedPathsTest extends ServerFixture {
  private static final int SMALL = 1000;
  private static final long MORE_THAN_SOCKETS_HOLD = 100 << 20;

  /** More than a small receive buffer, less than a send buffer. */
  private static final int QUEUED = 60_000;

  private static final Duration LONG = Duration.ofMinutes(30);

  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish");

  private final BlockingQueue<Delivered> begun = new LinkedBlockingQueue<>();
  private final BlockingQueue<Delivered> ended = new LinkedBlockingQueue<>();
  private final List<String> refusals = new CopyOnWriteArrayList<>();
  private volatile long sent = -1;
  private @Nullable Denial denial;

  /** In place of an answer at once; null for none. */
  private @Nullable CompletableFuture<@Nullable Denial> later;

  private volatile @Nullable RunningResponse running;
  private volatile boolean endsAtOnce;
  private volatile boolean failsWhenTold;

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
  }

  private final class Watch implements Delivery {
    @Override
    public CompletableFuture<@Nullable Denial> begins(Delivered planned, RunningResponse response) {
      running = response;
      begun.add(planned);
      if (endsAtOnce) {
        response.end();
      }
      return later == null ? CompletableFuture.completedFuture(denial) : later;
    }

    @Override
    public void ended(Delivered delivered, long sentBytes) {
      sent = sentBytes;
      ended.add(delivered);
    }
  }

  /** The file of that name below {@code /get/}, a status below {@code /status/}. */
  private final class Resolver implements PathResolver {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public boolean configure(Map<String, String> properties) {
      return true;
    }

    @Override
    public @Nullable Resolution resolve(Request request) {
      String path = request.path();
      if (request.method().equals("OPTIONS")) {
        return path.startsWith("/get/")
            ? new Resolution.Answered(Map.of("Allow", "GET, HEAD, OPTIONS"))
            : null;
      }
      if (path.startsWith("/get/")) {
        return new Resolution.File(
            "files",
            path.substring("/get/".length()),
            "",
            "link-1",
            "customer",
            0,
            Map.of("Content-Disposition", "attachment; filename=\"a\""),
            new Watch(),
            ResolvedPathsTest.this::told);
      }
      if (path.equals("/fails")) {
        throw new IllegalStateException("as wanted");
      }
      return path.startsWith("/refused/")
          ? new Resolution.Refused(
              denial(DenialReason.valueOf(path.substring("/refused/".length())), " is refused"),
              "media:a.bin by link 7",
              Map.of("Access-Control-Allow-Origin", "*"))
          : null;
    }
  }

  private void told(String why) {
    refusals.add(why);
    if (failsWhenTold) {
      throw new IllegalStateException("as wanted");
    }
  }

  private static Denial denial(DenialReason reason, String detail) {
    return new Denial(reason, detail);
  }

  @BeforeEach
  void install() {
    engine.resolveBy(List.of(new Resolver()));
    application =
        (request, response) -> {
          response.setHeader("X-Application", "was asked");
          response.setStatus(404);
        };
  }

  private static Delivered of(Reply reply, long size, Span... spans) {
    return new Delivered(reply.header("ETag"), size, List.of(spans));
  }

  private Delivered end() throws InterruptedException {
    Delivered told = ended.poll(10, TimeUnit.SECONDS);
    assertThat(told).as("the end of a delivery").isNotNull();
    return told;
  }

  /** As when the client goes on elsewhere before the first byte; a worker may be faster. */
  @Test
  void responseThatIsEndedBeforeItsFirstByteLeavesNothingBehind() throws Exception {
    endsAtOnce = true;
    sparseFile("f", MORE_THAN_SOCKETS_HOLD);
    try (RawClient client = client()) {
      client.sendGet("/get/f");
      assertThat(end().spans()).allMatch(span -> span.end() < MORE_THAN_SOCKETS_HOLD);
    }
    awaitEnd(Outcome.CLIENT_ABORTED);
    assertThat(engine.scheduler().usage().active()).isZero();
    assertThat(engine.scheduler().transfers()).isEmpty();
  }

  @Test
  void fileIsSentAsByAHandOff() throws Exception {
    for (int length : new int[] {SMALL, STALLING}) {
      byte[] bytes = file("f" + length, length);
      try (RawClient client = client()) {
        Reply reply = client.get("/get/f" + length + "?x=y");
        assertThat(reply.status()).isEqualTo(200);
        assertBytes(reply.body(), bytes);
        assertThat(reply.header("Content-Disposition")).isEqualTo("attachment; filename=\"a\"");
        assertThat(reply.headers()).doesNotContainKeys("X-Application", "X-Sendfile-Id");
        Delivered all = of(reply, length, new Span(0, length));
        assertThat(begun.take()).isEqualTo(all);
        assertThat(end()).isEqualTo(all);
        assertThat(sent).isEqualTo(length);
        assertThat(refusals).isEmpty();
        TransferResult result = awaitEnd(Outcome.COMPLETED);
        assertThat(result.id()).isEqualTo("link-1");
        assertThat(result.identity()).isEqualTo("customer");
        assertThat(result.application()).isEmpty();
      }
    }
  }

  @Test
  void rangesAndConditionsAreAnswered() throws Exception {
    byte[] bytes = file("f", STALLING);
    try (RawClient client = client()) {
      String get = "GET /get/f HTTP/1.1\r\nHost: test\r\n";
      Reply part = client.send(get + "Range: bytes=10-19,2000000-2000009\r\n\r\n").read();
      assertThat(part.status()).isEqualTo(206);
      Delivered parts = of(part, STALLING, new Span(10, 20), new Span(2_000_000, 2_000_010));
      assertThat(begun.take()).isEqualTo(parts);
      assertThat(end()).isEqualTo(parts);
      assertThat(sent).as("without the heads of the parts").isEqualTo(20);
      String etag = part.header("ETag");
      Reply same = client.send(get + "If-None-Match: " + etag + "\r\n\r\n").read();
      assertThat(same.status()).isEqualTo(304);
      Reply head = client.head("/get/f");
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("Content-Length")).isEqualTo("" + STALLING);
      Reply beyond = client.send(get + "Range: bytes=9000000-\r\n\r\n").read();
      assertThat(beyond.status()).isEqualTo(416);
      Reply rest = client.send(get + "Range: bytes=9-\r\n\r\n").read();
      assertThat(rest.status()).isEqualTo(206);
      assertThat(rest.body()).hasSize(STALLING - 9).startsWith(bytes[9]);
      assertThat(begun).as("only the last one has a body").hasSize(1);
      end();
    }
  }

  @Test
  void answerThatComesLaterHoldsNoThread() throws Exception {
    for (int length : new int[] {SMALL, STALLING}) {
      byte[] bytes = file("f" + length, length);
      CompletableFuture<@Nullable Denial> answer = new CompletableFuture<>();
      later = answer;
      List<RawClient> waiting = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        waiting.add(client().sendGet("/get/f" + length));
      }
      for (int i = 0; i < 20; i++) {
        assertThat(begun.poll(10, TimeUnit.SECONDS)).isNotNull();
      }
      try (RawClient other = client()) {
        assertThat(other.get("/other").header("X-Application")).isEqualTo("was asked");
      }
      answer.complete(null);
      for (RawClient each : waiting) {
        assertBytes(each.read().body(), bytes);
        each.close();
        assertThat(end().spans()).containsExactly(new Span(0, length));
      }
    }
  }

  @Test
  void laterDenialRefuses() throws Exception {
    file("f", STALLING);
    CompletableFuture<@Nullable Denial> answer = new CompletableFuture<>();
    later = answer;
    try (RawClient client = client().sendGet("/get/f")) {
      begun.take();
      answer.complete(denial(DenialReason.USED, ": it was sent"));
      assertThat(client.read().text()).isEqualTo("410 Gone\n");
      later = CompletableFuture.failedFuture(new IllegalStateException("as wanted"));
      assertThat(client.get("/get/f").status()).isEqualTo(503);
    }
    assertThat(ended).isEmpty();
    assertThat(refusals).containsExactly("used", "not-now");
    assertThat(log.lines()).anyMatch(line -> line.contains("its plug-in failed: java.lang.Ill"));
  }

  @Test
  void clientThatLeavesBeforeTheAnswerIsWaitedForNoLonger() throws Exception {
    file("f", STALLING);
    CompletableFuture<@Nullable Denial> answer = new CompletableFuture<>();
    later = answer;
    RawClient client = client().sendGet("/get/f");
    begun.take();
    client.abort();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!answer.isCancelled()) {
      assertThat(System.nanoTime()).isLessThan(until);
      Pause.make();
    }
    assertThat(answer.complete(null)).isFalse();
    assertThat(ended).isEmpty();
  }

  @Test
  void plugInEndsAResponse() throws Exception {
    file("f", STALLING);
    try (RawClient client = new RawClient(connectPlain(4096))) {
      client.sendGet("/get/f");
      awaitState(TransferState.WAITING_PEER);
      RunningResponse response = Objects.requireNonNull(running);
      // A worker may be faster than the thread that tells the plug-in's response its transfer.
      await("the response has its transfer", () -> response.takenBytes() > 0);
      response.end();
      assertThat(end().spans().get(0).end()).isEqualTo(response.takenBytes()).isLessThan(STALLING);
      assertThat(sent).isEqualTo(response.takenBytes());
    }
    awaitEnd(Outcome.CLIENT_ABORTED);
  }

  @Test
  void plugInEndsAResponseOfWhichTheKernelHasAll() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/net/tcp")), "needs Linux");
    file("f", QUEUED);
    try (RawClient client = new RawClient(connectPlain(4096))) {
      client.sendGet("/get/f");
      awaitEnd(Outcome.COMPLETED);
      Objects.requireNonNull(running).end();
      assertThat(end().spans().get(0).end()).isLessThan(QUEUED);
      assertThat(sent).isEqualTo(QUEUED);
    }
  }

  @Test
  void endOfAnAbortedResponseIsTold() throws Exception {
    file("f", STALLING);
    RawClient client = new RawClient(connectPlain(4096)).sendGet("/get/f");
    awaitState(TransferState.WAITING_PEER);
    client.abort();
    List<Span> spans = end().spans();
    assertThat(spans).hasSize(1);
    assertThat(spans.get(0).end()).isLessThan(STALLING);
    awaitEnd(Outcome.CLIENT_ABORTED);
  }

  /** The kernel takes all of it at once, for a client that has hardly begun to read. */
  @Test
  void endIsToldWhenTheClientHasAcknowledgedAll() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/net/tcp")), "needs Linux");
    file("f", QUEUED);
    try (RawClient client = new RawClient(connectPlain(4096))) {
      client.sendGet("/get/f");
      awaitEnd(Outcome.COMPLETED);
      assertThat(ended.poll(100, TimeUnit.MILLISECONDS)).as("an end before the client's").isNull();
      Reply reply = client.read();
      assertThat(end()).isEqualTo(of(reply, QUEUED, new Span(0, QUEUED)));
      assertThat(client.head("/get/f").status()).as("on the same connection").isEqualTo(200);
    }
  }

  @Test
  void clientThatLeavesWhileTheKernelHasTheRestHasNotGotIt() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/net/tcp")), "needs Linux");
    file("f", QUEUED);
    RawClient client = new RawClient(connectPlain(4096)).sendGet("/get/f");
    awaitEnd(Outcome.COMPLETED);
    assertThat(ended.poll(1, TimeUnit.SECONDS)).as("an end before the client's").isNull();
    client.abort();
    List<Span> spans = end().spans();
    assertThat(spans).hasSize(1);
    assertThat(spans.get(0).end()).isLessThan(QUEUED);
  }

  @Test
  void streamIsAnsweredToo() throws Exception {
    byte[] bytes = file("f", STALLING);
    try (RawHttp2Client client = new RawHttp2Client(connectPlain(0))) {
      client.send(RawHttp2Client.preface(2 * STALLING), RawHttp2Client.get(1, "/get/f"));
      client.until(() -> client.body(1).length == 65_535);
      client.send(RawHttp2Client.windowUpdate(0, STALLING));
      client.until(() -> client.body(1).length == STALLING);
      assertBytes(client.body(1), bytes);
    }
    assertThat(end().spans()).containsExactly(new Span(0, STALLING));
  }

  @Test
  void deniedBodyIsRefusedBeforeItsFirstByte() throws Exception {
    file("small", SMALL);
    file("large", STALLING);
    for (String path : new String[] {"/get/small", "/get/large"}) {
      try (RawClient client = client()) {
        assertThat(client.head(path).status()).isEqualTo(200);
        denial = denial(DenialReason.USED, ": it was sent");
        assertThat(client.get(path).text()).isEqualTo("410 Gone\n");
        denial = denial(DenialReason.NOT_NOW, ": it is being sent");
        Reply later = client.get(path);
        assertThat(later.status()).isEqualTo(503);
        assertThat(later.header("Retry-After")).isNotEmpty();
      }
    }
    assertThat(log.lines()).anyMatch(line -> line.contains("'small' in root 'files': it was sent"));
    assertThat(ended).isEmpty();
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsOnlyKeys("used", "not-now");
  }

  /** Admission comes after the plug-in was asked. */
  @Test
  void responseThatIsRefusedAfterwardsHasDeliveredNothing() throws Exception {
    file("large", STALLING);
    engine.drain().started();
    engine.drain().begin(LONG, LONG);
    try (RawClient client = client()) {
      assertThat(client.get("/get/large").status()).isEqualTo(503);
    }
    assertThat(begun).hasSize(1);
    assertThat(end().spans()).isEmpty();
    assertThat(refusals).containsExactly("draining");
  }

  @Test
  void missingAndHiddenFilesAreNotFound() throws Exception {
    file(".hidden", SMALL);
    try (RawClient client = client()) {
      for (String path : new String[] {"/get/none", "/get/.hidden", "/get/../files/none"}) {
        Reply reply = client.get(path);
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.headers()).doesNotContainKeys("X-Application", "Content-Disposition");
      }
    }
    assertThat(begun).isEmpty();
    assertThat(refusals).containsExactly("missing", "hidden", "outside-roots");
  }

  @Test
  void plugInThatFailsAsItIsToldARefusalChangesNothing() throws Exception {
    failsWhenTold = true;
    try (RawClient client = client()) {
      assertThat(client.get("/get/none").status()).isEqualTo(404);
    }
    assertThat(refusals).containsExactly("missing");
    assertThat(log.lines()).anyMatch(line -> line.contains("as the file that it answers with"));
  }

  @Test
  void refusalIsCountedAndListedAsAnyOther() throws IOException {
    try (RawClient client = client()) {
      Reply gone = client.get("/refused/EXPIRED");
      assertThat(gone.status()).isEqualTo(410);
      assertThat(gone.text()).isEqualTo("410 Gone\n");
      assertThat(gone.header("Access-Control-Allow-Origin")).isEqualTo("*");
      assertThat(gone.headers()).doesNotContainKey("X-Application");
      assertThat(client.head("/refused/FORGED").status()).isEqualTo(404);
      assertThat(client.get("/refused/PREVIEW").status()).isEqualTo(403);
      assertThat(client.get("/refused/REVOKED").status()).isEqualTo(410);
      assertThat(client.get("/refused/NOT_NOW").header("Retry-After")).isNotEmpty();
    }
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsOnlyKeys("expired", "forged", "preview", "revoked", "not-now");
    NotedRefusal first = noted.get(0);
    assertThat(first.reason()).isEqualTo(RefusalReason.EXPIRED);
    assertThat(first.asked()).isEqualTo("media:a.bin by link 7");
    assertThat(first.detail()).isEqualTo("media:a.bin by link 7 is refused");
    assertThat(first.client()).isEqualTo("127.0.0.1");
  }

  @Test
  void optionsIsAnsweredByThePlugIn() throws IOException {
    try (RawClient client = client()) {
      Reply reply = client.send("OPTIONS /get/f HTTP/1.1\r\nHost: test\r\n\r\n").read();
      assertThat(reply.status()).isEqualTo(204);
      assertThat(reply.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
      assertThat(reply.headers()).doesNotContainKey("X-Application");
      Reply other = client.send("OPTIONS /other HTTP/1.1\r\nHost: test\r\n\r\n").read();
      assertThat(other.header("X-Application")).isEqualTo("was asked");
    }
  }

  /** Positions of a compressed sibling are not those of the file that is followed. */
  @Test
  void clientChoosesNoCodingOfAFollowedFile() throws Exception {
    engine.apply(settingsWith("PRECOMPRESSED", "true"));
    byte[] bytes = file("f.txt", SMALL);
    file("f.txt.gz", SMALL / 2);
    try (RawClient client = client()) {
      Reply reply =
          client
              .send("GET /get/f.txt HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n")
              .read();
      assertThat(reply.headers()).doesNotContainKey("Content-Encoding");
      assertBytes(reply.body(), bytes);
      assertThat(begun.take()).isEqualTo(of(reply, SMALL, new Span(0, SMALL)));
      end();
    }
  }

  @Test
  void failureOfThePlugInIsToldAndAnswered() throws IOException {
    try (RawClient client = client()) {
      assertThat(client.get("/fails").status()).isEqualTo(503);
      assertThat(log.lines()).anyMatch(line -> line.contains("the plug-in test failed"));
    }
  }

  @Test
  void otherRequestsReachTheApplication() throws IOException {
    try (RawClient client = client()) {
      assertThat(client.get("/other").header("X-Application")).isEqualTo("was asked");
      client.send("POST /get/f HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
      assertThat(client.read().header("X-Application")).isEqualTo("was asked");
      engine.apply(settingsWith("ENABLED", "false"));
      assertThat(client.get("/get/f").header("X-Application")).isEqualTo("was asked");
    }
  }
}
