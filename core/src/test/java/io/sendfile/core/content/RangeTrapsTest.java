package io.sendfile.core.content;

import static io.sendfile.core.content.Planning.CONTENT;
import static io.sendfile.core.content.Planning.TAG;
import static io.sendfile.core.content.Planning.answer;
import static io.sendfile.core.content.Planning.app;
import static io.sendfile.core.content.Planning.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.Views;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mistakes of other servers with ranges, one test per case. Cases of parsing alone are in
 * RangeSelectionTest and IfRangeTest.
 */
class RangeTrapsTest {
  private static String text(Answered answered) {
    return new String(answered.body(), StandardCharsets.US_ASCII);
  }

  private static byte[] part(int from, int to) {
    return Arrays.copyOfRange(CONTENT, from, to);
  }

  /** mod_xsendfile 48: nothing is sent, and the header leaks, when the framework answered 206. */
  @ParameterizedTest
  @CsvSource({"206,bytes 0-9/10", "416,bytes */10", "206,''"})
  void rangeWorkOfTheApplicationIsDoneAgain(int status, String contentRange) {
    String[] application =
        contentRange.isEmpty()
            ? app("X-Sendfile", "/f")
            : app("X-Sendfile", "/f", "Content-Range", contentRange, "Content-Length", "0");
    Answered part = answer("GET", status, application, "Range", "bytes=10-19");
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.header("Content-Range")).isEqualTo("bytes 10-19/1000");
    assertThat(part.body()).isEqualTo(part(10, 20));
    Answered whole = answer("GET", status, application);
    assertThat(whole.status()).isEqualTo(200);
    assertThat(whole.header("Content-Range")).isEmpty();
    assertThat(whole.body()).isEqualTo(CONTENT);
    assertThat(whole.header("X-Sendfile")).isEmpty();
  }

  /** RFC 9110 section 14.2: Range counts only where the answer would be 200. */
  @ParameterizedTest
  @ValueSource(ints = {201, 203, 226})
  void rangeIsIgnoredForOtherStatusesThan200(int status) {
    Answered answered = answer("GET", status, app(), "Range", "bytes=0-9");
    assertThat(answered.status()).isEqualTo(status);
    assertThat(answered.body()).isEqualTo(CONTENT);
    assertThat(answered.header("Accept-Ranges")).isEqualTo("none");
  }

  /** nginx, Tomcat: 416 for a malformed Range. GlassFish: 416 for an unknown unit. */
  @ParameterizedTest
  @ValueSource(strings = {"bytes=a-b", "bytes=5-4", "lines=1-2"})
  void badRangesAreIgnored(String range) {
    assertThat(get("Range", range).status()).isEqualTo(200);
  }

  /** nginx without max_ranges would send the whole file with headers on top. */
  @Test
  void neverSendsMoreBytesThanTheFileHas() {
    assertThat(get("Range", "bytes=0-600,300-999").status()).isEqualTo(200);
  }

  /** lighttpd and Tomcat obey Accept-Ranges: none; the client then gets the whole file. */
  @Test
  void acceptRangesNoneOfTheApplicationSwitchesRangesOff() {
    Answered answered = answer("GET", 200, app("Accept-Ranges", "None"), "Range", "bytes=0-9");
    assertThat(answered.status()).isEqualTo(200);
    assertThat(answered.header("Accept-Ranges")).isEqualTo("none");
    assertThat(answered.body()).isEqualTo(CONTENT);
  }

  /**
   * Jetty and httpd sort the parts; RFC 9110 section 15.3.7.2 asks for the order of the request.
   */
  @Test
  void partsKeepTheOrderAskedFor() {
    assertThat(text(get("Range", "bytes=900-909,0-9")))
        .containsSubsequence("bytes 900-909/1000", "bytes 0-9/1000");
  }

  /** Jetty: no If-Range at all, so that a resumed download mixes two versions. */
  @Test
  void anotherVersionIsSentWhole() {
    Answered answered = get("Range", "bytes=500-", "If-Range", "\"another\"");
    assertThat(answered.status()).isEqualTo(200);
    assertThat(answered.body()).isEqualTo(CONTENT);
  }

  /** Tomcat 69602: errors for weak tags in If-Range broke clients. Never 412 or 416 by If-Range. */
  @ParameterizedTest
  @ValueSource(strings = {"W/\"x\"", "x", "*", "\"a\", \"b\"", "tomorrow"})
  void ifRangeIsNeverAnError(String ifRange) {
    assertThat(get("Range", "bytes=5000-", "If-Range", ifRange).status()).isEqualTo(200);
  }

  /** RFC 9110 section 13.1.5: If-Range without Range has no meaning. */
  @Test
  void ifRangeWithoutRangeIsIgnored() {
    assertThat(get("If-Range", TAG).status()).isEqualTo(200);
  }

  /** Undertow: one range or none. */
  @Test
  void severalRangesAreAnsweredByParts() {
    Answered answered = get("Range", "bytes=0-9,500-509");
    assertThat(MultipartReader.read(answered.header("Content-Type"), answered.body())).hasSize(2);
  }

  /** Rack::Files: one boundary for all responses, so that a file can contain it. */
  @Test
  void eachMultipartBodyHasItsOwnBoundary() {
    int[] made = {0};
    ResponsePlanner planner = new ResponsePlanner(16, EtagMode.STRONG, () -> "b" + made[0]++);
    for (int i = 0; i < 3; i++) {
      ResponsePlan plan =
          planner.plan(
              Views.request("GET", "Range", "bytes=0-9,500-509"),
              Views.response(200),
              Planning.file(1000),
              Planning.NOW);
      assertThat(Answered.of(plan, CONTENT).header("Content-Type")).endsWith("boundary=b" + i);
    }
  }

  /** GlassFish DefaultServlet sends overlaps as asked, and 403 for more than ten ranges. */
  @Test
  void overlapsAreMerged() {
    Answered answered = get("Range", "bytes=0-9,5-14,2-3");
    assertThat(answered.status()).isEqualTo(206);
    assertThat(answered.header("Content-Range")).isEqualTo("bytes 0-14/1000");
  }

  /**
   * RFC 9110 section 15.3.7.2: no multipart for a single range, also when several have become one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"bytes=0-9", "bytes=0-9,", "bytes=0-9,2000-", "bytes=0-4,5-9"})
  void aSinglePartIsNeverMultipart(String range) {
    Answered answered = get("Range", range);
    assertThat(answered.header("Content-Range")).isEqualTo("bytes 0-9/1000");
    assertThat(answered.header("Content-Type")).isEqualTo("text/plain");
    assertThat(answered.body()).isEqualTo(part(0, 10));
  }

  /** RFC 9110 section 15.3.7.2: a Content-Range beside a multipart body would mislead. */
  @Test
  void severalPartsHaveContentRangeOnlyInside() {
    Answered answered = answer("GET", 206, app("Content-Range", "x"), "Range", "bytes=0-9,500-");
    assertThat(answered.header("Content-Range")).isEmpty();
    assertThat(text(answered)).contains("Content-Range: bytes 0-9/1000");
  }

  /** RFC 9110 section 15.3.7: the client has the rest of the metadata already. */
  @Test
  void afterIfRangeOnlyTheRequiredFieldsAreSent() {
    Answered answered =
        answer("GET", 200, app("Vary", "Cookie"), "Range", "bytes=0-9", "If-Range", TAG);
    assertThat(answered.status()).isEqualTo(206);
    assertThat(answered.header("ETag")).isEqualTo(TAG);
    assertThat(answered.header("Vary")).isEqualTo("Cookie");
    assertThat(answered.header("Last-Modified")).isEmpty();
    assertThat(answered.header("Content-Type")).isEmpty();
  }

  /** RFC 9530: a digest of this message's content cannot be that of a part. */
  @Test
  void digestsOfTheWholeContentAreNotSentWithAPart() {
    String[] application = app("Content-Digest", "sha-256=:AA==:", "Content-MD5", "AA==");
    Answered part = answer("GET", 200, application, "Range", "bytes=0-9");
    assertThat(part.header("Content-Digest") + part.header("Content-MD5")).isEmpty();
    assertThat(answer("GET", 200, application).header("Content-Digest")).isNotEmpty();
  }
}
