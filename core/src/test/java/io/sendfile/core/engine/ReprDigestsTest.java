package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.content.HeaderField;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.files.FolderStore;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.Views;
import io.sendfile.spi.FileDigests;
import io.sendfile.spi.SentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plug-in that knows digests, and the responses that have them. */
class ReprDigestsTest extends EngineFixture implements FileDigests {
  private static final String VALUE = "sha-256=:AAAA:";
  private static final Instant OLD = Instant.parse("2020-01-02T03:04:05.123456789Z");

  @RegisterExtension
  private final CapturedLog log = new CapturedLog("io.sendfile.glassfish.plug-ins");

  private final List<SentFile> asked = new ArrayList<>();
  private Map<String, Integer> wanted = Map.of();
  private @Nullable String known = VALUE;
  private @Nullable RuntimeException failure;

  @Override
  public String name() {
    return "known";
  }

  @Override
  public @Nullable String reprDigest(SentFile file, Map<String, Integer> wantedOfRequest) {
    asked.add(file);
    wanted = wantedOfRequest;
    if (failure != null) {
      throw failure;
    }
    return known;
  }

  @BeforeEach
  void plugIn() throws IOException {
    Files.setLastModifiedTime(directory.resolve("f"), FileTime.from(OLD));
    engine.askForDigests(List.of(this));
  }

  private static List<String> digests(Decision decision) {
    Decision.Send send = (Decision.Send) decision;
    send.file().close();
    return send.plan().set().stream()
        .filter(field -> field.name().equals("Repr-Digest"))
        .map(HeaderField::value)
        .toList();
  }

  private List<String> digests(RequestView request, String... fields) {
    return digests(decideAt("any", request, Views.response(200, fields), null));
  }

  @ParameterizedTest
  @CsvSource({
    "200, GET, Accept, '*/*'",
    "200, HEAD, Accept, '*/*'",
    "200, POST, Accept, '*/*'",
    "206, GET, Range, bytes=1-2",
    "206, GET, Range, 'bytes=0-0,3-4'",
    "304, GET, If-None-Match, *",
  })
  void areInResponsesAboutTheFile(int status, String method, String field, String value) {
    RequestView request = Views.request(method, field, value, "Want-Repr-Digest", "sha-256=1");
    Decision.Send send =
        (Decision.Send)
            decideAt("any", request, Views.response(200, "X-Sendfile", "files:f"), null);

    assertThat(send.plan().status()).isEqualTo(status);
    assertThat(digests(send)).containsExactly(VALUE);
    assertThat(wanted).containsExactly(Map.entry("sha-256", 1));
    SentFile file = asked.get(0);
    assertThat(file.root()).isEqualTo("files");
    assertThat(file.path()).isEqualTo("f");
    assertThat(file.local()).isEqualTo(directory.resolve("f"));
    assertThat(file.share()).isNull();
    assertThat(file.size()).isEqualTo(5);
    assertThat(file.modified()).isEqualTo(OLD);
    assertThat(file.changed()).isNull();
    assertThat(file.sha256()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"412, If-Match, '\"other\"'", "416, Range, bytes=9-"})
  void areInNoError(int status, String field, String value) {
    Decision.Send send =
        (Decision.Send)
            decideAt(
                "any",
                Views.request("GET", field, value),
                Views.response(200, "X-Sendfile", "files:f"),
                null);
    assertThat(send.plan().status()).isEqualTo(status);
    assertThat(digests(send)).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void areOfNoOtherStatus() {
    assertThat(digests(decide(201, "X-Sendfile", "files:f"))).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void ownOfTheApplicationStays() {
    assertThat(digests(Views.GET, "X-Sendfile", "files:f", "Repr-Digest", "sha-256=:BBBB:"))
        .isEmpty();
    RequestView again = Views.request("GET", "If-None-Match", "*");
    assertThat(digests(again, "X-Sendfile", "files:f", "Repr-Digest", "sha-256=:BBBB:")).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void takeThePlaceOfOneOfNothing() {
    String ofNothing = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:";
    assertThat(digests(Views.GET, "X-Sendfile", "files:f", "Repr-Digest", ofNothing))
        .containsExactly(VALUE);
  }

  @Test
  void areThoseOfThePrecompressedSibling() throws IOException {
    engine.apply(settings("PRECOMPRESSED", "true"));
    Files.writeString(directory.resolve("f.gz"), "coded");
    RequestView request = Views.request("GET", "Accept-Encoding", "gzip");
    assertThat(digests(request, "X-Sendfile", "files:f", "Repr-Digest", "sha-256=:BBBB:"))
        .containsExactly(VALUE);
    assertThat(asked.get(0).local()).isEqualTo(directory.resolve("f.gz"));
    assertThat(asked.get(0).path()).isEqualTo("f.gz");
  }

  @Test
  void appearInTheResponsesForAnOpenFileAsSoonAsTheyAreKnown() {
    known = null;
    assertThat(digests(Views.GET, "X-Sendfile", "files:f")).isEmpty();
    assertThat(digests(Views.GET, "X-Sendfile", "files:f")).isEmpty();
    known = VALUE;
    assertThat(digests(Views.GET, "X-Sendfile", "files:f")).containsExactly(VALUE);
    known = null;
    assertThat(digests(Views.GET, "X-Sendfile", "files:f")).isEmpty();
  }

  @Test
  void withoutAPlugInThePlanOfAnOpenFileIsUsedAsItIs() {
    engine.askForDigests(List.of());
    digests(Views.GET, "X-Sendfile", "files:f");
    ResponsePlan first = planOfAnOpenFile();
    assertThat(planOfAnOpenFile()).isSameAs(first);
    assertThat(asked).isEmpty();
  }

  private ResponsePlan planOfAnOpenFile() {
    Decision.Send send = decideToSend("X-Sendfile", "files:f");
    assertThat(send.file().reused()).isTrue();
    send.file().close();
    return send.plan();
  }

  @Test
  void linksAreToldByWhatTheyLeadTo() throws IOException {
    Files.createSymbolicLink(directory.resolve("link"), Path.of("f"));
    assertThat(digests(Views.GET, "X-Sendfile", "files:link")).containsExactly(VALUE);
    assertThat(asked.get(0).local()).isEqualTo(directory.resolve("f"));
  }

  @Test
  void timesThatProveNothingComeWithTheStatusChange() throws IOException {
    Path file = directory.resolve("f");
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1)));
    digests(Views.GET, "X-Sendfile", "files:f");
    assertThat(asked.get(0).changed())
        .isEqualTo(((FileTime) Files.getAttribute(file, "unix:ctime")).toInstant());
  }

  @Test
  void passedFilesHaveThem() throws IOException {
    Path file = Files.writeString(temp.toRealPath().resolve("outside"), "hi");
    assertThat(digests(passed(file, null, null))).containsExactly(VALUE);
    assertThat(asked.get(0).local()).isEqualTo(file);
    assertThat(digests(passed(file, 0L, 2L))).as("all of it").containsExactly(VALUE);
    assertThat(digests(passed(file, 1L, 1L))).as("a part").isEmpty();
  }

  private Decision passed(Path file, @Nullable Long position, @Nullable Long count) {
    return decideAt("any", Views.GET, Views.response(200), new PassedFile(file, position, count));
  }

  @Test
  void filesOfStoresComeWithWhatTheStoreTells() throws IOException {
    try (FolderStore store = new FolderStore(directory)) {
      store.sha256 = "base64";
      stores.put("folder", store);
      engine.apply(settings(List.of(FolderStore.root())));
      // Of a body, its first bytes would have to come before.
      assertThat(digests(Views.request("HEAD"), "X-Sendfile", "media:f")).containsExactly(VALUE);
    }
    assertThat(asked.get(0).local()).isNull();
    assertThat(asked.get(0).key()).isEqualTo("version-1");
    assertThat(asked.get(0).sha256()).isEqualTo("base64");
  }

  @Test
  void failuresAreCountedAndCostTheFieldAlone() {
    failure = new IllegalStateException("as always");
    assertThat(digests(Views.GET, "X-Sendfile", "files:f")).isEmpty();
    failure = null;
    known = "a\r\nX-Injected: 1";
    assertThat(digests(Views.GET, "X-Sendfile", "files:f")).isEmpty();
    assertThat(stats.plugInFailures("file-digests known")).isEqualTo(2);
    assertThat(log.warnings()).singleElement().asString().contains("file-digests known failed");
  }
}
