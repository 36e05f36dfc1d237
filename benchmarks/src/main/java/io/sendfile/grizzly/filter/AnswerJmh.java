package io.sendfile.grizzly.filter;

import io.sendfile.core.content.EtagMode;
import io.sendfile.core.content.Representation;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.content.ResponsePlanner;
import io.sendfile.core.files.FileFacts;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The whole plan of an answer, read from and written to Grizzly's packets. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AnswerJmh {
  private final ResponsePlanner planner =
      new ResponsePlanner(16, EtagMode.STRONG, () -> "boundary-0123456789abcdef");
  private final Instant now = Instant.parse("2026-11-21T20:00:00Z");
  private final Representation file =
      Representation.plain(
          new FileFacts(
              100_000_000,
              FileTime.from(Instant.parse("2026-11-20T08:49:37.123456789Z")),
              "(dev=fe00,ino=1234567)"),
          "films/sunrise.mp4");

  private final HttpRequestPacket whole = request("Accept", "*/*");
  private final HttpRequestPacket range = request("Range", "bytes=1000-1999");
  private final HttpRequestPacket ranges = request("Range", "bytes=0-99, 100000-100099, -500");
  private final HttpResponsePacket response = response();
  private final HttpRequestPacket unchanged = request("If-None-Match", "\"1\", " + tag());
  private final HttpResponsePacket rewritten = response();
  private final ResponsePlan wholePlan = plan(whole);

  private static HttpRequestPacket request(String name, String value) {
    return HttpRequestPacket.builder()
        .method("GET")
        .uri("/download")
        .protocol("HTTP/1.1")
        .host("localhost")
        .header("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
        .header("Accept-Encoding", "gzip, deflate, br, zstd")
        .header(name, value)
        .build();
  }

  private HttpResponsePacket response() {
    return HttpResponsePacket.builder(whole)
        .status(200)
        .protocol("HTTP/1.1")
        .header("X-Sendfile", "media:films/sunrise.mp4")
        .header("Content-Type", "video/mp4")
        .header("X-Powered-By", "Servlet/6.0")
        .build();
  }

  private String tag() {
    return plan(whole).set().stream()
        .filter(field -> field.name().equals("ETag"))
        .findFirst()
        .orElseThrow()
        .value();
  }

  private ResponsePlan plan(HttpRequestPacket request) {
    return planner.plan(
        new PacketRequestView(request), new PacketResponseView(response, name -> null), file, now);
  }

  @Benchmark
  public ResponsePlan planWhole() {
    return plan(whole);
  }

  @Benchmark
  public ResponsePlan planOneRange() {
    return plan(range);
  }

  @Benchmark
  public ResponsePlan planThreeRanges() {
    return plan(ranges);
  }

  @Benchmark
  public ResponsePlan planNotModified() {
    return plan(unchanged);
  }

  @Benchmark
  public boolean mentionsHandOff() {
    return PacketFields.mentionsHandOff(response);
  }

  @Benchmark
  public HttpResponsePacket writeHead() {
    PacketFields.apply(wholePlan, rewritten);
    return rewritten;
  }
}
