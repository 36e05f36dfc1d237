package io.sendfile.core.content;

import static io.sendfile.core.content.Planning.CONTENT;
import static io.sendfile.core.content.Planning.MODIFIED;
import static io.sendfile.core.content.Planning.TAG;
import static io.sendfile.core.content.Planning.answer;
import static io.sendfile.core.content.Planning.app;
import static io.sendfile.core.content.Planning.get;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mistakes of other servers with statuses, methods, fields and conditions, one test per case;
 * ranges are in {@link RangeTrapsTest}, cases of parsing alone in PreconditionsTest.
 */
class ServerTrapsTest {
  /** mod_xsendfile: only 200. Rack, nginx: the status is lost. */
  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 203, 226, 299})
  void statusOfTheApplicationStays(int status) {
    assertThat(answer("GET", status, app()).status()).isEqualTo(status);
  }

  /** nginx X-Accel-Redirect: six fields survive; ETag, Vary, Link, CORS and own ones do not. */
  @ParameterizedTest
  @ValueSource(strings = {"", "bytes=0-9", "bytes=0-9,500-509"})
  void fieldsOfTheApplicationStay(String range) {
    String[] application =
        app(
            "Content-Type", "application/x-mine",
            "Set-Cookie", "a=1",
            "Set-Cookie", "b=2",
            "Content-Disposition", "attachment; filename=\"a\"",
            "Cache-Control", "private, max-age=5",
            "Expires", MODIFIED,
            "Vary", "Cookie",
            "Link", "</next>; rel=next",
            "Access-Control-Allow-Origin", "*",
            "Content-Location", "/real",
            "Repr-Digest", "sha-256=:AA==:",
            "X-Own", "7");
    Answered answered = answer("GET", 200, application, "Range", range);
    for (int i = 2; i < application.length; i += 2) {
      String expected = application[i].equals("Set-Cookie") ? "a=1, b=2" : application[i + 1];
      assertThat(answered.header(application[i])).as(application[i]).isEqualTo(expected);
    }
  }

  /** nginx: ETag and Last-Modified of the application are lost. */
  @Test
  void validatorsOfTheApplicationWin() {
    String date = "Sun, 06 Nov 1994 08:49:37 GMT";
    String[] application = app("ETag", "\"mine\"", "Last-Modified", date);
    Answered answered = answer("GET", 200, application);
    assertThat(answered.header("ETag")).isEqualTo("\"mine\"");
    assertThat(answered.header("Last-Modified")).isEqualTo(date);
    assertThat(answer("GET", 200, application, "If-None-Match", "\"mine\"").status())
        .isEqualTo(304);
    assertThat(answer("GET", 200, application, "If-None-Match", TAG).status()).isEqualTo(200);
    assertThat(answer("GET", 200, application, "If-Modified-Since", date).status()).isEqualTo(304);
    assertThat(
            answer("GET", 200, application, "Range", "bytes=0-9", "If-Range", "\"mine\"").status())
        .isEqualTo(206);
  }

  /** nginx turns POST into GET: it would answer 304 or 206 to a form. */
  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "PROPFIND"})
  void otherMethodsGetTheWholeFileWithoutConditions(String method) {
    Answered answered =
        answer(method, 200, app(), "Range", "bytes=0-9", "If-None-Match", "*", "If-Match", "\"x\"");
    assertThat(answered.status()).isEqualTo(200);
    assertThat(answered.body()).isEqualTo(CONTENT);
    assertThat(answered.header("Content-Type")).isEqualTo("text/plain");
    // A validator here would describe the target of the method, not this file.
    assertThat(answered.header("ETag")).isEmpty();
    assertThat(answered.header("Last-Modified")).isEmpty();
  }

  /** lighttpd: no validators, and so no conditions, when the application's status is not 200. */
  @Test
  void otherStatusesHaveValidatorsToo() {
    assertThat(answer("GET", 203, app()).header("ETag")).isEqualTo(TAG);
    assertThat(answer("GET", 203, app(), "If-None-Match", TAG).status()).isEqualTo(304);
  }

  /** lighttpd: an implicit application/octet-stream has neither ETag nor Last-Modified. */
  @Test
  void typeDoesNotDecideAboutValidators() {
    String[] application = app("Content-Type", "application/octet-stream");
    assertThat(answer("GET", 200, application).header("ETag")).isEqualTo(TAG);
  }

  /** GlassFish DefaultServlet: only weak tags, so that no download can resume by its tag. */
  @Test
  void tagsAreStrong() {
    assertThat(get().header("ETag")).isEqualTo(TAG);
    assertThat(get("Range", "bytes=0-9", "If-Range", TAG).status()).isEqualTo(206);
  }

  /** RFC 9110 section 14.2: GET is the only method for which ranges are defined. */
  @Test
  void headHasTheFieldsOfTheWholeFile() {
    Answered get = get();
    Answered head = answer("HEAD", 200, app(), "Range", "bytes=0-9");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.headers()).isEqualTo(get.headers());
    assertThat(head.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void headHasConditionsLikeGet(String method) {
    assertThat(answer(method, 200, app(), "If-None-Match", TAG).status()).isEqualTo(304);
    assertThat(answer(method, 200, app(), "If-Match", "\"x\"").status()).isEqualTo(412);
  }

  /** RFC 9110 section 13.2.2: Range comes last. */
  @ParameterizedTest
  @CsvSource({"bytes=0-9", "bytes=5000-", "nonsense"})
  void conditionsComeBeforeRanges(String range) {
    assertThat(get("Range", range, "If-None-Match", "*").status()).isEqualTo(304);
    assertThat(get("Range", range, "If-Match", "\"x\"").status()).isEqualTo(412);
  }

  /** rack issue 1174, pull 250; cherokee 846; RFC 9110 section 8.4: never identity on the wire. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "identity"})
  void framingOfTheDroppedBodyGoesWithIt(String coding) {
    Answered answered =
        answer(
            "GET",
            200,
            app(
                "Content-Encoding", coding,
                "Content-Length", "0",
                "Transfer-Encoding", "chunked",
                "Trailer", "X"));
    assertThat(answered.header("Content-Encoding")).isEmpty();
    assertThat(answered.header("Content-Length")).isEqualTo("1000");
    assertThat(answered.header("Transfer-Encoding")).isEmpty();
    assertThat(answered.header("Trailer")).isEmpty();
  }

  /** A cache could answer later requests for the file with a stored error. */
  @ParameterizedTest
  @CsvSource({"Range,bytes=5000-", "If-Match,\"x\""})
  void errorsAreNotStoredUnderTheFilesCacheControl(String name, String value) {
    Answered answered =
        answer(
            "GET",
            200,
            app("Cache-Control", "max-age=99", "Expires", MODIFIED, "Set-Cookie", "a=1"),
            name,
            value);
    assertThat(answered.header("Cache-Control")).isEqualTo("no-store");
    assertThat(answered.header("Expires")).isEmpty();
    assertThat(answered.header("Set-Cookie")).isEqualTo("a=1");
  }

  /** RFC 9111 section 5.2: the response is no more public than the application made it. */
  @Test
  void noCacheControlIsAdded() {
    assertThat(get().header("Cache-Control")).isEmpty();
    assertThat(get("If-None-Match", TAG).header("Cache-Control")).isEmpty();
  }
}
