package io.sendfile.core.content;

import static io.sendfile.core.http.Views.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.sendfile.core.content.SendfileDirective.NoHandOff;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SendfileDirectiveTest {
  private static SendfileDirective read(String value) {
    return HandOffRequest.of(response(200, "X-Sendfile", value), null).directive(Dialect.DEFAULT);
  }

  private static void assertTarget(String value, Target expected) {
    assertThat(read(value))
        .asInstanceOf(type(HandOffOfFile.class))
        .extracting(HandOffOfFile::target)
        .isEqualTo(expected);
  }

  private static void assertMalformed(String value, String hint) {
    assertThat(read(value))
        .isInstanceOfSatisfying(
            Malformed.class,
            malformed -> {
              assertThat(malformed.reason()).isEqualTo(RefusalReason.MALFORMED_VALUE);
              assertThat(malformed.detail()).contains(hint).startsWith("X-Sendfile: ");
              assertThat(malformed.detail().chars()).noneMatch(Character::isISOControl);
            });
  }

  @Test
  void isNoneWithoutTheHeader() {
    assertThat(
            HandOffRequest.of(response(200, "X-Sendfile-Id", "7"), null).directive(Dialect.DEFAULT))
        .isEqualTo(new NoHandOff());
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 199, 300, 304, 404, 412, 415, 417, 500})
  void isNoneWhenTheStatusIsNotSuccessful(int status) {
    assertThat(
            HandOffRequest.of(response(status, "X-Sendfile", "/a"), null)
                .directive(Dialect.DEFAULT))
        .isEqualTo(new NoHandOff());
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 203, 206, 299, 416})
  void handsOffOnAnySuccessfulStatus(int status) {
    assertThat(
            HandOffRequest.of(response(status, "x-sendfile", "/a"), null)
                .directive(Dialect.DEFAULT))
        .isEqualTo(new HandOffOfFile(new Target.Absolute("/a"), false, null, 0));
  }

  @Test
  void readsAbsoluteAndRootRelativePaths() {
    assertTarget("/srv/media/a.bin", new Target.Absolute("/srv/media/a.bin"));
    assertTarget("media:2024/a.bin", new Target.InRoot("media", "2024/a.bin"));
    assertTarget("my_root-1.x:a:b", new Target.InRoot("my_root-1.x", "a:b"));
    assertTarget("media:/a", new Target.InRoot("media", "/a"));
  }

  @Test
  void ignoresBlanksAroundTheValue() {
    assertTarget(" \t/a b ", new Target.Absolute("/a b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.bin", "../a", "dir/a:b", ":a", "ro ot:a", "C:"})
  void refusesRelativeValuesWithoutRoot(String value) {
    assertThat(read(value)).isInstanceOf(Malformed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t"})
  void refusesAnEmptyValue(String value) {
    assertMalformed(value, "is empty");
  }

  @Test
  void refusesARootWithoutFile() {
    assertMalformed("media:", "names a root but no file");
  }

  /** Response splitting, and NUL that ends a C string early. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a\rb",
        "/a\nb",
        "/a\u0000b",
        "/a\u007fb",
        "/a%0d%0aSet-Cookie:%20x",
        "/a%00.png",
        "/a%c2%85",
        "/a\tb"
      })
  void refusesControlCharactersBeforeAndAfterDecoding(String value) {
    assertMalformed(value, "control character");
  }

  @Test
  void decodesPercentEncodingOnce() {
    assertTarget("/a%20b%2520%c3%A9", new Target.Absolute("/a b%20é"));
    assertTarget("/%2e%2e%2fetc", new Target.Absolute("/../etc"));
    assertTarget("/a%41", new Target.Absolute("/aA"));
  }

  @Test
  void leavesPercentSignsWhenDecodingIsOff() {
    assertThat(
            HandOffRequest.of(response(200, "X-Sendfile", "/100%"), null)
                .directive(new Dialect(false, Dialect.DEFAULT.understood())))
        .isEqualTo(new HandOffOfFile(new Target.Absolute("/100%"), false, null, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/100%", "/%4", "/%zz", "/%+1"})
  void refusesIncompletePercentEncoding(String value) {
    assertMalformed(value, "%25");
  }

  /** Overlong forms once smuggled slashes and dots past checks. */
  @ParameterizedTest
  @ValueSource(strings = {"/%ff", "/%c0%af", "/%e0%80%ae", "/%ed%a0%80", "/%c3"})
  void refusesWhatIsNotStrictUtf8(String value) {
    assertMalformed(value, "not UTF-8");
  }

  @Test
  void refusesHalfASurrogatePair() {
    assertMalformed("/a\ud800", "surrogate");
    assertMalformed("/a%20\ud800", "surrogate");
  }

  /** django-sendfile2 issue 39, cops issue 341. */
  @Test
  void readsRawUtf8ThatTheServerTookForLatin1() {
    String latin1 =
        new String("/Müller 日本".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertTarget(latin1, new Target.Absolute("/Müller 日本"));
    assertTarget(latin1 + "%20x", new Target.Absolute("/Müller 日本 x"));
  }

  @Test
  void keepsTextThatTheServerReadRightly() {
    assertTarget("/Müller", new Target.Absolute("/Müller"));
    assertTarget("/日本é", new Target.Absolute("/日本é"));
  }

  @Test
  void acceptsTheSameValueTwice() {
    assertThat(
            HandOffRequest.of(response(200, "X-Sendfile", "/a", "X-Sendfile", " /a"), null)
                .directive(Dialect.DEFAULT))
        .isInstanceOf(HandOffOfFile.class);
  }

  @Test
  void refusesTwoDifferentValues() {
    assertThat(
            HandOffRequest.of(response(200, "X-Sendfile", "/a", "X-Sendfile", "/b\nforged"), null)
                .directive(Dialect.DEFAULT))
        .isInstanceOfSatisfying(
            Malformed.class,
            malformed -> {
              assertThat(malformed.reason()).isEqualTo(RefusalReason.AMBIGUOUS);
              assertThat(malformed.detail()).contains("/a", "/b\\u000aforged", "setHeader");
            });
  }

  @ParameterizedTest
  @CsvSource({"42,42", "order-7/é,", "a b,", "' x ',x", "'',"})
  void takesTheDownloadIdWhenItIsAToken(String given, String expected) {
    assertThat(
            HandOffRequest.of(response(200, "X-Sendfile", "/a", "X-Sendfile-Id", given), null)
                .directive(Dialect.DEFAULT))
        .isEqualTo(new HandOffOfFile(new Target.Absolute("/a"), false, expected, 0));
  }

  @Test
  void ignoresLongAndContradictingDownloadIds() {
    String longest = "x".repeat(128);
    assertThat(id(longest)).isEqualTo(longest);
    assertThat(id(longest + "x")).isNull();
    assertThat(id("a", "b")).isNull();
    assertThat(id("a", "a")).isEqualTo("a");
  }

  private static String id(String... ids) {
    String[] headers = new String[2 + 2 * ids.length];
    headers[0] = "X-Sendfile";
    headers[1] = "/a";
    for (int i = 0; i < ids.length; i++) {
      headers[2 + 2 * i] = "X-Sendfile-Id";
      headers[3 + 2 * i] = ids[i];
    }
    return ((HandOffOfFile)
            HandOffRequest.of(response(200, headers), null).directive(Dialect.DEFAULT))
        .downloadId();
  }

  @Test
  void clientIsNamedOnce() {
    assertThat(clientName("X-Sendfile-Id", "order 7")).isNull();
    assertThat(clientName("X-Sendfile-Client", "alice", "x-sendfile-client", "alice"))
        .isEqualTo("alice");
    assertThat(clientName("X-Sendfile-Client", "alice", "X-Sendfile-Client", "bob")).isNull();
  }

  private static String clientName(String... headers) {
    return HandOffRequest.of(response(200, headers), null).clientName();
  }

  @Test
  void understandsDriveLettersOnWindowsOnly() throws Exception {
    assertThat(HeaderText.target("C:\\srv\\a", true)).isEqualTo(new Target.Absolute("C:/srv/a"));
    assertThat(HeaderText.target("C:/srv", false)).isEqualTo(new Target.InRoot("C", "/srv"));
  }

  @Test
  void namesEveryHeaderThatIsStripped() {
    assertThat(HandOffHeader.values())
        .extracting(HandOffHeader::field)
        .containsExactlyInAnyOrder(
            "X-Sendfile",
            "X-Sendfile-Temporary",
            "X-Accel-Redirect",
            "X-Archive-Files",
            "X-LIGHTTPD-send-file",
            "X-Accel-Limit-Rate",
            "X-LIGHTTPD-KBytes-per-second",
            "X-Sendfile-Id",
            "X-Sendfile-Client",
            "X-Sendfile-Opened");
  }

  @Test
  void constantForAnnotationsNamesEveryHeaderThatNamesAFile() {
    assertThat(HandOffHeader.NAMES_OF_FILES.split(","))
        .containsExactly(
            Arrays.stream(HandOffHeader.values())
                .filter(HandOffHeader::namesFile)
                .map(HandOffHeader::field)
                .toArray(String[]::new));
  }
}
