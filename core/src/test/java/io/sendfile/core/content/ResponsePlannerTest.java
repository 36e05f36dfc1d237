package io.sendfile.core.content;

import static io.sendfile.core.http.Views.request;
import static io.sendfile.core.http.Views.response;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.FileFacts;
import io.sendfile.core.http.ResponseView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsePlannerTest {
  private static ResponsePlan plan(String method, int status, long size) {
    return new ResponsePlanner(16, EtagMode.STRONG, () -> "boundary")
        .plan(
            request(method),
            response(status, "Content-Length", "0"),
            Representation.plain(new FileFacts(size, FileTime.fromMillis(0), null), "a.bin"),
            Instant.ofEpochSecond(1000));
  }

  /** The first of three sources of the file name wins. */
  @ParameterizedTest
  @CsvSource({
    "text/set, text/mapped, a.mp4, text/set",
    "'', text/mapped, a.mp4, text/mapped",
    ", text/mapped, a.mp4, text/mapped",
    ", , films/a.mp4, video/mp4",
    ", , a.unknown, application/octet-stream"
  })
  void mediaTypeIsSetOrMappedByTheApplicationOrOurs(
      @Nullable String set, @Nullable String mapped, String name, String type) {
    String[] fields = set == null ? new String[0] : new String[] {"Content-Type", set};
    ResponseView plain = response(200, fields);
    ResponseView application =
        new ResponseView() {
          @Override
          public int status() {
            return plain.status();
          }

          @Override
          public List<String> headers(String field) {
            return plain.headers(field);
          }

          @Override
          public @Nullable String mediaType(String file) {
            return file.equals(name) ? mapped : "not/asked";
          }
        };
    FileFacts facts = new FileFacts(7, FileTime.fromMillis(0), null);
    ResponsePlan plan =
        Planning.planner(16, EtagMode.STRONG)
            .plan(request("GET"), application, Representation.plain(facts, name), Planning.NOW);
    assertThat(plan.set()).contains(new HeaderField("Content-Type", type));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1000, 5L << 30, Long.MAX_VALUE})
  void sendsTheWholeFileInOneSlice(long size) {
    ResponsePlan plan = plan("GET", 200, size);
    assertThat(plan.segments()).containsExactly(new FileSlice(0, size));
    assertThat(plan.contentLength()).isEqualTo(size);
    assertThat(plan.bodyLength()).isEqualTo(size);
  }

  @Test
  void sendsOnlyTheLengthForHead() {
    ResponsePlan plan = plan("HEAD", 200, 7);
    assertThat(plan.segments()).isEmpty();
    assertThat(plan.contentLength()).isEqualTo(7);
  }

  @Test
  void sendsNoSegmentForAnEmptyFile() {
    ResponsePlan plan = plan("GET", 200, 0);
    assertThat(plan.segments()).isEmpty();
    assertThat(plan.contentLength()).isZero();
  }

  @Test
  void answersPostLikeGet() {
    assertThat(plan("POST", 200, 7).bodyLength()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({"200,200", "201,201", "203,203", "299,299", "204,200", "205,200", "206,200"})
  void keepsTheStatusUnlessItCannotCarryTheWholeFile(int given, int sent) {
    assertThat(plan("GET", given, 7).status()).isEqualTo(sent);
  }

  /** rack issue 1174 and pull 250, mod_xsendfile issue 48: stale framing of the dropped body. */
  @Test
  void dropsWhatDescribedTheApplicationsBody() {
    assertThat(plan("GET", 200, 7).drop())
        .contains("Content-Length", "Content-Encoding", "Transfer-Encoding", "Content-Range");
  }
}
