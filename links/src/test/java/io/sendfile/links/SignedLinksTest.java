package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.PathResolver.Resolution;
import io.sendfile.spi.Problem.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignedLinksTest {
  private static final Map<String, String> PROPERTIES =
      Map.of("keys", "a=" + Links.SECRET, "path", "/get");
  private static final LinkSettings SETTINGS = LinkSettings.read(PROPERTIES);
  private static final Resolution NOT_FOUND = new Resolution.Refused(404);
  private static final Resolution GONE = new Resolution.Refused(410);

  @TempDir Path folder;
  private Instant now = Links.NOW;
  private SignedLinks links;

  @BeforeEach
  void setUp() {
    Logger log = Logger.getLogger("io.sendfile.test.links");
    log.setLevel(Level.OFF);
    Losses losses = new Losses("links", Severity.WARNING, "", log, () -> 0);
    links =
        new SignedLinks(
            database -> new JournalLedger(folder.resolve("l"), 1 << 20, () -> now, losses),
            () -> now);
  }

  @AfterEach
  void close() {
    links.close();
  }

  private void configure() {
    assertThat(links.configure(PROPERTIES)).isTrue();
  }

  private Resolution.File file(Link link) {
    return (Resolution.File) Objects.requireNonNull(links.resolve(SETTINGS.format(link)));
  }

  @Test
  void answersWithTheFileAndItsTerms() {
    configure();
    Resolution.File file = file(Links.to("films/a.mp4", "Ferien (März).mp4"));
    assertThat(file.root()).isEqualTo("media");
    assertThat(file.path()).isEqualTo("films/a.mp4");
    assertThat(file.application()).isEqualTo("shop");
    assertThat(file.id()).isEqualTo(Links.id(1));
    assertThat(file.client()).isEqualTo("customer 7");
    assertThat(file.bytesPerSecond()).isEqualTo(5000);
    assertThat(file.delivery()).isNull();
    assertThat(file.fields())
        .containsEntry("Cache-Control", "private")
        .containsEntry(
            "Content-Disposition",
            "attachment; filename=\"Ferien (M_rz).mp4\";"
                + " filename*=UTF-8''Ferien%20%28M%C3%A4rz%29.mp4");
  }

  @ParameterizedTest
  @CsvSource({
    "a.txt, 'attachment; filename=\"a.txt\"'",
    "'a\"b;c.txt', 'attachment; filename=\"a_b_c.txt\"; filename*=UTF-8''''a%22b%3Bc.txt'",
    "100%.txt, 'attachment; filename=\"100_.txt\"; filename*=UTF-8''''100%25.txt'",
    "🙂.txt, 'attachment; filename=\"_.txt\"; filename*=UTF-8''''%F0%9F%99%82.txt'"
  })
  void nameToSaveAsIsQuoted(String name, String field) {
    assertThat(SignedLinks.disposition(name)).isEqualTo(field);
  }

  @Test
  void leavesOtherPathsAlone() {
    configure();
    assertThat(links.resolve("/")).isNull();
    assertThat(links.resolve("/get")).isNull();
    assertThat(links.resolve("/getting/x")).isNull();
    assertThat(links.resolve("/app/get/x")).isNull();
  }

  @Test
  void ownPathsWithoutSignatureAreNotFound() {
    configure();
    String link = SETTINGS.format(Links.once(1));
    for (String path :
        List.of("/get/", "/get/x", "/get//", "/get/a.b.c/d", link + "x", "/get/../x")) {
      assertThat(links.resolve(path)).as(path).isEqualTo(NOT_FOUND);
    }
    assertThat(links.resolve(link.substring(0, link.lastIndexOf('/')))).isEqualTo(NOT_FOUND);
  }

  @Test
  void expiredLinkIsGone() {
    configure();
    Link link = Links.once(1);
    now = Links.EXPIRES.minusSeconds(1);
    assertThat(file(link).path()).isEqualTo("films/a.mp4");
    now = Links.EXPIRES;
    assertThat(links.resolve(SETTINGS.format(link))).isEqualTo(GONE);
  }

  @Test
  void linkToBeUsedOnceIsGoneWhenItWasDelivered() {
    configure();
    Link link = Links.once(1);
    Delivered whole = new Delivered("", 10, List.of(new Span(0, 10)));
    Resolution.File first = file(link);
    Resolution.File second = file(link);
    assertThat(Objects.requireNonNull(first.delivery()).begins(whole, Links.RUNNING).join())
        .isNull();
    first.delivery().ended(whole, 0);
    assertThat(links.resolve(SETTINGS.format(link))).isEqualTo(GONE);
    assertThat(Objects.requireNonNull(second.delivery()).begins(whole, Links.RUNNING).join())
        .isNotNull();
  }

  @Test
  void revokedLinkIsGone() throws IOException {
    configure();
    Link link = Links.to("a.bin", "");
    String path = SETTINGS.format(link);
    assertThat(links.revoke("https://files.example.org" + path)).isEqualTo(link.id());
    assertThat(links.resolve(path)).isEqualTo(GONE);
    assertThatThrownBy(() -> links.revoke(path + "x")).hasMessageStartingWith("this is no link");
    assertThatThrownBy(() -> links.revoke("x")).hasMessageStartingWith("this is no link");
  }

  @Test
  void asksForNothingUntilItIsSetUp() {
    assertThat(links.configure(Map.of())).isFalse();
    assertThat(links.resolve(SETTINGS.format(Links.once(1)))).isNull();
    assertThatThrownBy(() -> links.revoke("x")).hasMessageContaining("set-sendfile-plugin");
    configure();
    assertThatThrownBy(() -> links.configure(Map.of("path", "/get")))
        .hasMessageStartingWith("keys is missing");
    assertThat(links.resolve(SETTINGS.format(Links.once(1)))).isNull();
  }

  @Test
  void applicationMakesLinksInItsOwnName() {
    assertThat(links.create("shop", Map.of("file", "media:f"))).isNull();
    configure();
    Map<String, String> terms =
        Map.of("file", "media:a b.bin", "once", "true", "rate", "2k", "application", "other");
    String path = Objects.requireNonNull(links.create("shop", terms));
    Resolution.File file = (Resolution.File) Objects.requireNonNull(links.resolve(path));
    assertThat(file.path()).isEqualTo("a b.bin");
    assertThat(file.application()).isEqualTo("shop");
    assertThat(file.bytesPerSecond()).isEqualTo(2000);
    assertThat(file.delivery()).isNotNull();
    now = now.plus(Duration.ofHours(24));
    assertThat(links.resolve(path)).isEqualTo(GONE);
  }

  @ParameterizedTest
  @CsvSource({
    "file, f, the file must be written root:path",
    "expires, 0s, expires must be a time from 1s to 366d",
    "expires, 367d, expires must be a time from 1s to 366d",
    "expires, tomorrow, expires must be a time from 1s to 366d",
    "rate, -1, rate must be",
    "rates, 1, there is no term [rates]; there are [file"
  })
  void badTermsAreToldToTheApplication(String term, String value, String message) {
    configure();
    Map<String, String> terms = new HashMap<>(Map.of("file", "media:f"));
    terms.put(term, value);
    assertThatThrownBy(() -> links.create("shop", terms)).hasMessageStartingWith(message);
  }

  @Test
  void withoutItsLedgerNoLinkIsAnswered() throws IOException {
    Files.writeString(folder.resolve("l"), "a file in the place of the folder");
    configure();
    assertThat(links.resolve(SETTINGS.format(Links.to("a.bin", ""))))
        .isEqualTo(new Resolution.Refused(503));
  }

  @ParameterizedTest
  @CsvSource({
    "'', f, '', the file must be written root:path",
    "me/dia, f, '', the file must be written root:path",
    "media, /f, '', the path below the root",
    "media, f/, '', the path below the root",
    "media, '', '', the path below the root",
    "media, f, a/b, save-as must be",
    "media, f, .., save-as must be"
  })
  void badTermsAreTold(String root, String path, String saveAs, String message) {
    assertThatThrownBy(
            () -> new Link(Links.id(1), root, path, Links.EXPIRES, true, 0, "", "", saveAs))
        .hasMessageStartingWith(message);
  }
}
