package io.sendfile.glassfish.content;

import static io.sendfile.glassfish.content.Responses.request;
import static io.sendfile.glassfish.content.Responses.response;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.content.Segment.FileSlice;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsePlannerTest {
  private static ResponsePlan plan(String method, int status, long size) {
    return new ResponsePlanner(PlanRules.DEFAULTS, MediaTypes.COMMON, () -> "boundary")
        .plan(
            request(method),
            response(status, "Content-Length", "0"),
            Representation.plain(new FileFacts(size, FileTime.fromMillis(0), null), "a.bin"),
            Instant.ofEpochSecond(1000));
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
