package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.HeaderField;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Views;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.Limits;
import io.sendfile.spi.Denial;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Resolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The explanation of a hand-off agrees with the answer to a request. */
class ExplainerTest extends EngineFixture {
  /** For its check that no file is left open. */
  @AfterEach
  void nothingIsCountedOrKept() {
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS)).isEmpty();
    assertThat(Figure.STARTED.of(stats.snapshot())).isZero();
    assertThat(noted).isEmpty();
    assertThat(ids).hasValue(0);
  }

  private List<String> explain(String header, String value, @Nullable String range) {
    return explain(
        header, value, "GET", range == null ? List.of() : List.of(new HeaderField("Range", range)));
  }

  private List<String> explain(
      String header, String value, String method, List<HeaderField> fields) {
    return engine
        .at("any")
        .explainer()
        .explain(new Question(header, value, method, fields, Origin.UNKNOWN))
        .lines()
        .stream()
        .map(line -> line.topic() + " | " + line.text())
        .toList();
  }

  private List<String> explain(String value) {
    return explain("X-Sendfile", value, null);
  }

  @Test
  void tellsHowAFileIsFoundAndAnswered() {
    assertThat(explain("files:%66"))
        .startsWith("verdict | served", "asked | X-Sendfile: files:%66")
        .contains(
            "means | path f below root files",
            "root | files = " + directory,
            "root | symlinks=inside-root, hidden=.*,WEB-INF,META-INF",
            "looked for | f",
            "client sees | 200",
            "header | Content-Length: 5",
            "header | Accept-Ranges: bytes",
            "sent | in one write with the header, as it is below zero-copy-min-bytes")
        .anyMatch(line -> line.startsWith("file | files:f, 5 bytes, changed "))
        .anyMatch(line -> line.startsWith("header | ETag: "))
        .noneMatch(line -> line.startsWith("range"));
  }

  @ParameterizedTest
  @CsvSource({"/f, served, client sees | 200", "/none, left to GlassFish, why | 'none' in root"})
  void tellsOfAStaticFile(String path, String verdict, String line) {
    Question question = new Question("URI", path, "GET", List.of(), Origin.UNKNOWN);
    assertThat(
            engine
                .at("any")
                .explainer()
                .explain(question, Views.response(200), new Target.Static(directory, path))
                .lines())
        .extracting(each -> each.topic() + " | " + each.text())
        .startsWith("verdict | " + verdict, "asked | URI: " + path)
        .anyMatch(each -> each.startsWith(line));
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=1-2, 206, 'bytes=1-2: bytes 1-2'",
    "'bytes=0-0,900-909', 206, 'bytes=0-0,900-909: bytes 0-0, 900-909'",
    "'bytes=0-0,4-4', 206, 'bytes=0-0,4-4: bytes 0-4'",
    "bytes=1000-, 416, bytes=1000-: none of it is in the file",
    "pages=1-2, 200, pages=1-2: ignored; the whole file is sent",
  })
  void tellsWhatBecomesOfARange(String range, int status, String told) throws IOException {
    Files.write(directory.resolve("thousand"), new byte[1000]);
    assertThat(explain("X-Sendfile", "files:thousand", range))
        .contains("client sees | " + status, "range | " + told)
        .first()
        .isEqualTo(
            status == 416
                ? "verdict | not served: no byte of the range is in the file"
                : "verdict | served");
  }

  @ParameterizedTest
  @CsvSource({
    "'', MALFORMED_VALUE",
    "relative/path, MALFORMED_VALUE",
    "files:missing, MISSING",
    "files:d, NOT_REGULAR",
    "files:.secret, HIDDEN",
    "files:../f, OUTSIDE_ROOTS",
    "other:f, UNKNOWN_ROOT",
    "/etc/passwd, OUTSIDE_ROOTS",
  })
  void tellsWhichRuleRefusesItInTheWordsOfTheLog(String value, RefusalReason reason) {
    List<String> lines = explain(value);
    ResponseView response = Views.response(200, "X-Sendfile", value);
    Decision.Refuse refusal =
        (Decision.Refuse)
            new Decider(
                    new FileOpener(),
                    Instant::now,
                    new Stores(Map::of, (nanos, action) -> {}),
                    null)
                .decide(
                    Views.GET,
                    response,
                    HandOffRequest.of(response, null),
                    CALLER,
                    engine.config("any"));
    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(lines)
        .contains(
            "verdict | refused: " + reason.code(),
            "why | " + refusal.detail(),
            "client sees | " + reason.status() + ", without path and reason");
  }

  @Test
  void tellsWhereLinksLead() throws IOException {
    Files.createSymbolicLink(directory.resolve("inner"), Path.of("d"));
    Files.writeString(directory.resolve("d/g"), "x");
    Files.createSymbolicLink(directory.resolve("out"), Path.of("/etc"));
    assertThat(explain("files:inner/g"))
        .contains(
            "symbolic link | "
                + directory.resolve("inner")
                + " leads to "
                + directory.resolve("d")
                + ", which is allowed")
        .anyMatch(line -> line.startsWith("file | files:d/g, "));
    assertThat(explain("files:out/passwd"))
        .contains("verdict | refused: symlink")
        .anyMatch(line -> line.contains("'out' is not followed under symlinks=inside-root"));
  }

  @Test
  void tellsThatAFileMayNotBeDeleted() {
    assertThat(explain("X-Sendfile-Temporary", "files:f", null))
        .contains("verdict | refused: delete-forbidden")
        .anyMatch(line -> line.contains("set allow-delete of the root"));
    assertThat(directory.resolve("f")).exists();
  }

  @Test
  void tellsWhatIsSwitchedOff() {
    assertThat(explain("X-Accel-Redirect", "/p/f", null))
        .contains("verdict | not handed off", "why | accel-redirect is false; set it to true");
    assertThat(explain("X-LIGHTTPD-send-file", directory + "/f", null))
        .contains("verdict | not handed off", "why | lighttpd-headers is false; set it to true");
    engine.apply(settings("ENABLED", "false"));
    assertThat(explain("files:f"))
        .contains("verdict | not handed off", "why | enabled is false; set it to true");
  }

  @Test
  void tellsWhatBecomesOfPassedFile() throws IOException {
    Path outside = Files.write(directory.resolveSibling("outside"), new byte[50_000]);

    assertThat(explain(PassedFile.FILE, outside.toString(), "bytes=0-9"))
        .startsWith("verdict | served", "asked | io.sendfile.file: " + outside)
        .contains(
            "means | file " + outside + ", wherever it lies, as the application passes it",
            "client sees | 206");
    assertThat(explain(PassedFile.FILE, directory + "/d", null))
        .contains("verdict | refused: not-regular");
    assertThat(explain(PassedFile.FILE, "a\0b", null))
        .contains("verdict | refused: malformed-value");

    engine.apply(settings("ENABLED", "false"));
    assertThat(explain(PassedFile.FILE, outside.toString(), null))
        .contains("verdict | not handed off", "why | enabled is false; set it to true");
  }

  @Test
  void tellsTheMediaTypeThatTheApplicationHas() {
    Question question =
        new Question(
            "X-Sendfile", "files:f", "GET", List.of(), Origin.UNKNOWN, name -> "audio/" + name);
    assertThat(engine.at("any").explainer().explain(question).lines())
        .contains(new Explanation.Line("header", "Content-Type: audio/f"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', application shop: 500 kB/s together; limit shop, served",
    "192.0.2.7, 'client 192.0.2.0/24 is kept out; asadmin delete-sendfile-limit out ends it',"
        + " refused: kept-out",
    "alice, client alice: 2 transfers at a time; limit alice, served",
  })
  void tellsOfLimits(String client, String told, String verdict) {
    AddressRange some = AddressRange.parse("192.0.2.0/24");
    engine.apply(
        settings()
            .withLimits(
                List.of(
                    new LimitRule("out", some, "", "", "", 0, Limits.NONE, null),
                    new LimitRule("alice", null, "alice", "", "", Limits.NONE, 2, null),
                    new LimitRule("shop", null, "", "shop", "", 500_000, Limits.NONE, null))));
    Explainer explainer = engine.at("any").explainer();
    Origin shop = new Origin("shop", "server");
    assertThat(
            (client.isEmpty() ? explainer : explainer.of(client))
                .explain(new Question("X-Sendfile", "files:f", "GET", List.of(), shop))
                .lines())
        .contains(new Explanation.Line("verdict", verdict))
        .anyMatch(line -> line.topic().equals("limit"))
        .anySatisfy(line -> assertThat(line.text()).endsWith(told));
  }

  @Test
  void tellsThatTheServerDrains() {
    Origin shop = new Origin("shop", "server");
    Question get = new Question("X-Sendfile", "files:f", "GET", List.of(), shop);
    Question head = new Question("X-Sendfile", "files:f", "HEAD", List.of(), shop);
    engine.drain().begin(null, Duration.ofMinutes(1));
    assertThat(texts(engine.at("any").explainer().explain(get)))
        .contains("verdict | refused: draining", "client sees | 503, without path and reason");
    assertThat(texts(engine.at("any").explainer().explain(head)))
        .as("what needs no transfer")
        .contains("verdict | served");
    engine.drain().cancel();
    assertThat(texts(engine.at("any").explainer().explain(get))).contains("verdict | served");
  }

  private static List<String> texts(Explanation explanation) {
    return explanation.lines().stream().map(line -> line.topic() + " | " + line.text()).toList();
  }

  @Test
  void tellsWhatAPlugInTellsOfItsPath() {
    Question question = new Question("URI", "/links/1", "GET", List.of(), Origin.UNKNOWN);
    List<Panel.Fact> facts = List.of(new Panel.Fact("expires", "soon"));
    List<String> told = new ArrayList<>();
    Resolution.File file =
        new Resolution.File("files", "f", "", "id-1", "", 0, Map.of(), null, told::add);
    Denial revoked = new Denial(DenialReason.REVOKED, " was revoked");

    assertThat(texts(engine.at("any").explainer().explain(question, file, facts)))
        .contains("verdict | served", "plug-in | expires: soon");
    Explanation refused =
        engine
            .at("any")
            .explainer()
            .explain(question, new Resolution.Refused(revoked, "files:f", Map.of()), facts);
    assertThat(texts(refused)).contains("verdict | refused: revoked", "plug-in | expires: soon");
    assertThat(refused.refuses(RefusalReason.REVOKED)).isTrue();
    assertThat(told).as("refusals that the plug-in counts").isEmpty();
  }

  @Test
  void tellsOfTheClientAndTheRateThatAPlugInNames() {
    engine.apply(
        settings()
            .withLimits(List.of(new LimitRule("out", null, "anna", "", "", 0, Limits.NONE, null))));
    Question question = new Question("URI", "/links/1", "GET", List.of(), Origin.UNKNOWN);

    assertThat(texts(engine.at("any").explainer().explain(question, fileFor("anna"), List.of())))
        .contains("verdict | refused: kept-out", "limit | client anna is kept out; limit out");
    assertThat(texts(engine.at("any").explainer().explain(question, fileFor("otto"), List.of())))
        .contains("verdict | served", "rate | its link, 500 kB/s for this download");
  }

  private static Resolution.File fileFor(String client) {
    return new Resolution.File(
        "files", "f", "shop", "id-1", client, 500_000, Map.of(), null, reason -> {});
  }

  @Test
  void tellsWhichApplicationAnswersAnAddress() {
    Question question = new Question("URI", "/shop/x", "GET", List.of(), Origin.UNKNOWN);
    Explanation ofAddress =
        engine.at("any").explainer().left(question, "a servlet answers it", "shop");
    assertThat(texts(ofAddress)).contains("verdict | left to GlassFish", "application | shop");

    Question asValue = new Question("X-Sendfile", "/shop/x", "GET", List.of(), Origin.UNKNOWN);
    Explanation ofValue = engine.at("any").explainer().explain(asValue);
    assertThat(ofValue.refuses(RefusalReason.OUTSIDE_ROOTS)).isTrue();
    ofValue.take(Explainer.APPLICATION, ofAddress);
    assertThat(ofValue.has(Explainer.PLUG_IN)).isFalse();
    assertThat(texts(ofValue)).contains("application | shop");
  }

  @Test
  void tellsOfAnyApplicationWhatTheRootAdmits() {
    AllowedOrigins some = AllowedOrigins.parse("shop, cart", "");
    engine.apply(settings().withRoots(List.of(rootFor(some))));

    assertThat(explain("r:f"))
        .contains("verdict | served")
        .anyMatch(line -> line.startsWith("by | application cart, "))
        .noneMatch(line -> line.startsWith("why | "));
    assertThat(explain(directory + "/f")).contains("verdict | served").doesNotHaveDuplicates();
    assertThat(ofOther("server"))
        .contains("verdict | refused: not-admitted")
        .anyMatch(line -> line.contains("not for application 'other' on virtual server 'server';"));
    assertThat(ofOther(""))
        .anyMatch(line -> line.contains("'other' on an unknown virtual server;"));
  }

  private List<String> ofOther(String virtualServer) {
    Origin other = new Origin("other", virtualServer);
    return texts(
        engine
            .at("any")
            .explainer()
            .explain(new Question("X-Sendfile", "r:f", "GET", List.of(), other)));
  }

  @Test
  void tellsWhoIsTakenToAsk() {
    assertThat(
            engine
                .at("any")
                .explainer()
                .explain(
                    new Question(
                        "X-Sendfile", "files:f", "GET", List.of(), new Origin("shop", "server")))
                .lines())
        .contains(new Explanation.Line("by", "application shop, at virtual server server"));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, If-None-Match: *, 304, 'ignored, as the preconditions come first'",
    "GET, 'If-Match: \"other\"', 412, 'ignored, as the preconditions come first'",
    "HEAD, Accept: text/html, 200, 'ignored, as only GET has ranges'",
    "POST, If-None-Match: *, 200, 'ignored, as only GET has ranges'",
  })
  void tellsWhatTheRequestMakesOfIt(String method, String field, int status, String ofRange) {
    String[] parts = field.split(": ", 2);
    assertThat(
            explain(
                "X-Sendfile",
                "files:f",
                method,
                List.of(
                    new HeaderField(parts[0], parts[1]), new HeaderField("Range", "bytes=0-0"))))
        .contains(
            "request | " + method,
            "request | " + field,
            "client sees | " + status,
            "range | bytes=0-0: " + ofRange);
  }

  @Test
  void tellsWhichFileStandsInForAnother() throws IOException {
    engine.apply(settings("PRECOMPRESSED", "true"));
    Files.write(directory.resolve("f.gz"), new byte[3]);
    assertThat(
            explain(
                "X-Sendfile",
                "files:f",
                "GET",
                List.of(new HeaderField("accept-encoding", "gzip"))))
        .contains("header | Content-Encoding: gzip", "header | Content-Length: 3")
        .anyMatch(line -> line.startsWith("file | files:f.gz, 3 bytes"));
  }
}
