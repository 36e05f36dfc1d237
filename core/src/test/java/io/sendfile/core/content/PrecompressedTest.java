package io.sendfile.core.content;

import static io.sendfile.core.content.Planning.app;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.FileFacts;
import io.sendfile.core.http.Views;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PrecompressedTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|identity",
        "gzip|gzip identity",
        "GZip|gzip identity",
        "x-gzip|gzip identity",
        "gzip, deflate, br, zstd|br zstd gzip identity",
        "gzip, deflate|gzip identity",
        "deflate|identity",
        "gzip;q=1.0, br;q=0.5|gzip br identity",
        "gzip; q=0.8 , br ; q=0.9|br gzip identity",
        "br;q=0.001,gzip;q=0.002|gzip br identity",
        "br;q=0, gzip|gzip identity",
        "br;q=0.000|identity",
        "*|br zstd gzip identity",
        "*;q=0.5, gzip|gzip br zstd identity",
        "*;q=0, gzip|gzip identity",
        "gzip;q=0, *|br zstd identity",
        "identity|identity",
        "identity, gzip|gzip identity",
        "identity;q=1, gzip;q=0.5|identity",
        "identity;q=0.5, gzip;q=0.5|gzip identity",
        "identity;q=0|identity",
        "identity;q=0, *;q=0|identity",
        "gzip;q=2|identity",
        "gzip;q=x|identity",
        "gzip;q=|identity",
        "gzip;Q=0.5|gzip identity",
        "gzip;level=9;q=0|identity",
        ",, gzip ,|gzip identity",
        "gzipped, xbr|identity"
      })
  void triesSiblingsInTheOrderTheClientPrefers(String field, String expected) {
    assertThat(tokens(ContentCoding.order(List.of(field)))).isEqualTo(expected);
  }

  @Test
  void triesThePlainFileOnlyForClientsThatSayNothing() {
    assertThat(ContentCoding.order(List.of())).containsExactly(ContentCoding.IDENTITY);
  }

  @Test
  void joinsTheFieldsOfTheRequest() {
    assertThat(tokens(ContentCoding.order(List.of("gzip", "br;q=0.1"))))
        .isEqualTo("gzip br identity");
  }

  private static String tokens(List<ContentCoding> codings) {
    return codings.stream().map(ContentCoding::token).collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({"10,10,true", "11,10,true", "9,10,false"})
  void passesOverSiblingsOlderThanTheirFile(long sibling, long file, boolean fresh) {
    assertThat(ContentCoding.isFresh(facts(sibling), facts(file))).isEqualTo(fresh);
  }

  private static FileFacts facts(long second) {
    return new FileFacts(1, FileTime.fromMillis(second * 1000), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|Accept-Encoding",
        "Cookie|Cookie, Accept-Encoding",
        "Cookie, accept-encoding|Cookie, accept-encoding",
        "*|*",
      })
  void addsItselfToVaryOnce(String given, String expected) {
    assertThat(ContentCoding.vary(given.isEmpty() ? List.of() : List.of(given)))
        .isEqualTo(expected);
  }

  private static Answered answer(
      ContentCoding coding, String[] application, String... requestHeaders) {
    Representation file =
        new Representation(Planning.file(1000).facts(), "page.html", coding, true, null);
    ResponsePlan plan =
        Planning.planner(16, EtagMode.STRONG)
            .plan(
                Views.request("GET", requestHeaders),
                Views.response(200, application),
                file,
                Planning.NOW);
    return Answered.of(plan, Planning.CONTENT, application);
  }

  /** RFC 9110 section 8.8.3.3: different codings, different tags; the application's own tag too. */
  @Test
  void givesEachCodingItsOwnTag() {
    List<String> own = Arrays.stream(ContentCoding.values()).map(c -> tag(c, app())).toList();
    assertThat(own).doesNotHaveDuplicates();
    assertThat(tag(ContentCoding.BROTLI, app("ETag", "\"a\""))).isEqualTo("\"a-br\"");
    assertThat(tag(ContentCoding.IDENTITY, app("ETag", "\"a\""))).isEqualTo("\"a\"");
  }

  private static String tag(ContentCoding coding, String[] application) {
    return answer(coding, application).header("ETag");
  }

  /** Apache's mod_deflate sent a tag with a suffix that never matched when it came back. */
  @ParameterizedTest
  @EnumSource(ContentCoding.class)
  void tagThatWasSentMatches(ContentCoding coding) {
    String[] application = app("ETag", "\"a\"");
    String sent = tag(coding, application);
    assertThat(answer(coding, application, "If-None-Match", sent).status()).isEqualTo(304);
    assertThat(answer(coding, application, "If-Range", sent, "Range", "bytes=0-1").status())
        .isEqualTo(206);
  }

  /** RFC 9110 sections 12.5.5 and 15.4.5: Vary also on the plain file, and on 304. */
  @ParameterizedTest
  @CsvSource({"'',200", "*,304"})
  void tellsCachesOfTheChoiceAlways(String noneMatch, int status) {
    Answered answered =
        answer(ContentCoding.IDENTITY, app("Vary", "Cookie"), "If-None-Match", noneMatch);
    assertThat(answered.status()).isEqualTo(status);
    assertThat(answered.header("Vary")).isEqualTo("Cookie, Accept-Encoding");
    assertThat(answered.header("Content-Encoding")).isEmpty();
  }

  /** RFC 9110 section 14.1.2: ranges count encoded bytes; the media type is the plain file's. */
  @Test
  void namesTheCodingAndThePlainType() {
    Answered part = answer(ContentCoding.GZIP, app(), "Range", "bytes=0-9");
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(part.header("Content-Type")).isEqualTo("text/html");
  }

  /**
   * RFC 9530 appendix A, RFC 5843: only digests with {@code id-} are of the bytes without coding.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Repr-Digest|sha-256=:AA==:|''",
        "Content-Digest|sha-256=:AA==:|''",
        "Content-MD5|AA==|''",
        "Digest|SHA-256=AA==|''",
        "Digest|SHA-256=AA==, id-sha-256=BB==,MD5=CC==, ID-SHA-512=DD==|id-sha-256=BB==,"
            + " ID-SHA-512=DD==",
        "Unencoded-Digest|sha-256=:AA==:|sha-256=:AA==:",
        "Want-Repr-Digest|sha-256=1|sha-256=1"
      })
  void digestsOfThePlainFileAreNotSentWithItsSibling(String name, String value, String kept) {
    String[] application = app(name, value);
    for (String[] request :
        List.of(
            app(),
            app("Range", "bytes=0-9"),
            app("Range", "bytes=0-9", "If-Range", tag(ContentCoding.GZIP, app())))) {
      Answered coded = answer(ContentCoding.GZIP, application, request);
      assertThat(coded.header(name)).as("status %d", coded.status()).isEqualTo(kept);
    }
    assertThat(answer(ContentCoding.IDENTITY, application).header(name)).isEqualTo(value);
  }
}
