package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.Pause;
import io.sendfile.operations.journal.LoggedRecords;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Panel;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Resolution;
import io.sendfile.spi.RunningResponse;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
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

  private static final RunningResponse NOTHING =
      new RunningResponse() {
        @Override
        public long takenBytes() {
          return 0;
        }

        @Override
        public void end() {}
      };

  @TempDir Path folder;
  private Instant now = Links.NOW;
  private final List<String> databases = new ArrayList<>();
  private final List<LinkStore> stores = new ArrayList<>();
  private Losses losses;
  private SignedLinks links;

  @BeforeEach
  void setUp() {
    Logger log = Logger.getLogger("io.sendfile.test.links");
    log.setLevel(Level.OFF);
    losses = new Losses("links", Severity.WARNING, "", log, () -> 0);
    links =
        new SignedLinks(
            database -> {
              databases.add(database);
              Path place = folder.resolve("l");
              LinkStore store =
                  new JournalStore(
                      place,
                      () -> new LoggedRecords(place, losses),
                      1 << 20,
                      () -> now,
                      System::nanoTime);
              stores.add(store);
              return store;
            },
            losses,
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
    return (Resolution.File) Objects.requireNonNull(resolve(SETTINGS.format(link)));
  }

  private @Nullable Resolution resolve(String path) {
    return links.resolve(Links.get(path));
  }

  private void assertRefused(String path, DenialReason reason) {
    assertThat(resolve(path))
        .isInstanceOfSatisfying(
            Resolution.Refused.class,
            refused -> {
              assertThat(refused.denial().reason()).as(path).isEqualTo(reason);
              assertThat(refused.asked() + refused.denial().detail())
                  .doesNotContain("a." + Links.id(1));
            });
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
        .containsEntry("X-Content-Type-Options", "nosniff")
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
    assertThat(resolve("/")).isNull();
    assertThat(resolve("/get")).isNull();
    assertThat(resolve("/getting/x")).isNull();
    assertThat(resolve("/app/get/x")).isNull();
  }

  @Test
  void ownPathsWithoutSignatureAreNotFound() {
    configure();
    String link = SETTINGS.format(Links.once(1));
    for (String path :
        List.of("/get/", "/get/x", "/get//", "/get/a.b.c/d", link + "x", "/get/../x")) {
      assertRefused(path, DenialReason.FORGED);
    }
    assertRefused(link.substring(0, link.lastIndexOf('/')), DenialReason.FORGED);
  }

  @Test
  void expiredLinkIsGone() {
    configure();
    Link link = Links.once(1);
    now = Links.EXPIRES.minusSeconds(1);
    assertThat(file(link).path()).isEqualTo("films/a.mp4");
    now = Links.EXPIRES;
    assertRefused(SETTINGS.format(link), DenialReason.EXPIRED);
  }

  @Test
  void linkToBeUsedOnceIsGoneWhenItWasDelivered() {
    configure();
    Link link = Links.once(1);
    Resolution.File first = file(link);
    Resolution.File second = file(link);
    Delivery delivery = Objects.requireNonNull(first.delivery());
    Delivered whole = Links.part(0, 10, 10);
    assertThat(delivery.begins(whole, NOTHING).join()).isNull();
    delivery.ended(whole, 10);
    while (!(resolve(SETTINGS.format(link)) instanceof Resolution.Refused)) {
      Pause.make();
    }
    assertRefused(SETTINGS.format(link), DenialReason.USED);
    assertThat(Objects.requireNonNull(second.delivery()).begins(whole, NOTHING).join()).isNotNull();
  }

  @Test
  void previewUsesNothingUp() {
    configure();
    String once = SETTINGS.format(Links.once(1));
    for (Map<String, String> fields :
        List.of(
            Map.of("Sec-Purpose", "prefetch;prerender"),
            Map.of("Purpose", "prefetch"),
            Map.of("User-Agent", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"),
            Map.of("User-Agent", "WhatsApp/2.23.20.0"))) {
      assertThat(links.resolve(Links.request("GET", once, fields)))
          .isInstanceOfSatisfying(
              Resolution.Refused.class,
              refused -> assertThat(refused.denial().reason()).isEqualTo(DenialReason.PREVIEW));
      assertThat(links.resolve(Links.request("HEAD", once, fields)))
          .isInstanceOf(Resolution.File.class);
      String any = SETTINGS.format(Links.to("a.bin", ""));
      assertThat(links.resolve(Links.request("GET", any, fields)))
          .isInstanceOf(Resolution.File.class);
    }
    Map<String, String> browser = Map.of("User-Agent", "Mozilla/5.0 (X11; Linux x86_64)");
    assertThat(links.resolve(Links.request("GET", once, browser)))
        .isInstanceOf(Resolution.File.class);
  }

  @Test
  void originsOfWebPagesAreTold() {
    links.configure(
        Map.of("keys", "a=" + Links.SECRET, "path", "/get", "origins", "https://a.example"));
    Map<String, String> fields = Map.of("Origin", "https://a.example");
    String allowed = "Access-Control-Allow-Origin";
    String path = SETTINGS.format(Links.to("a.bin", ""));
    assertThat(((Resolution.File) links.resolve(Links.request("GET", path, fields))).fields())
        .containsEntry(allowed, "https://a.example");
    assertThat(
            ((Resolution.Refused) links.resolve(Links.request("GET", "/get/x", fields))).fields())
        .containsEntry(allowed, "https://a.example");
    assertThat(
            ((Resolution.Answered) links.resolve(Links.request("OPTIONS", path, fields))).fields())
        .containsEntry("Allow", "GET, HEAD, OPTIONS");
    assertThat(links.resolve(Links.request("OPTIONS", "/other", fields))).isNull();
  }

  @Test
  void revokedLinkIsGone() throws IOException {
    configure();
    Link link = Links.to("a.bin", "");
    String path = SETTINGS.format(link);
    assertThat(links.revoke("https://files.example.org" + path)).isEqualTo(link.id());
    assertRefused(path, DenialReason.REVOKED);
    assertThatThrownBy(() -> links.revoke(path + "x")).hasMessageStartingWith("this is no link");
    assertThatThrownBy(() -> links.revoke("x")).hasMessageStartingWith("this is no link");
  }

  /** Lists, results and logs have the id alone. */
  @Test
  void linkIsRevokedByItsId() throws IOException {
    configure();
    Link link = Links.to("a.bin", "");

    assertThat(links.revoke(link.id())).isEqualTo(link.id());
    assertRefused(SETTINGS.format(link), DenialReason.REVOKED);
  }

  /** One of explain-sendfile, which uses nothing up. */
  private static PathResolver.Request question(String path) {
    return new PathResolver.Request() {
      @Override
      public String method() {
        return "GET";
      }

      @Override
      public String path() {
        return path;
      }

      @Override
      public @Nullable String field(String name) {
        return null;
      }

      @Override
      public boolean isQuestion() {
        return true;
      }
    };
  }

  @Test
  void panelHasTheLinksAndTheirLastAnswers() throws IOException {
    configure();
    Objects.requireNonNull(links.create("shop", Map.of("file", "media:a.bin")));
    Link link = Links.to("b.bin", "");
    resolve(SETTINGS.format(link));
    links.revoke(link.id());
    assertRefused(SETTINGS.format(link), DenialReason.REVOKED);
    resolve("/get/forged");
    links.resolve(question(SETTINGS.format(link)));

    Panel panel = links.panel();

    assertThat(panel.facts())
        .containsExactly(
            new Panel.Fact("Made here", "1"),
            new Panel.Fact("Requests answered", "1"),
            new Panel.Fact("Refused: forged", "1"),
            new Panel.Fact("Refused: revoked", "1"));
    assertThat(panel.tables().get(0).rows())
        .extracting(row -> row.get("file") + " " + row.get("state") + " " + row.get("last answer"))
        .containsExactly("media:b.bin revoked revoked", "media:a.bin valid ");
  }

  @Test
  void administratorsLearnWhatALinkIsFor() throws IOException {
    assertThat(links.facts(question("/get/x"))).isEmpty();
    configure();
    Link link = Links.to("b.bin", "");
    resolve(SETTINGS.format(link));
    links.revoke(link.id());

    assertThat(links.facts(question(SETTINGS.format(link))))
        .containsExactly(
            new Panel.Fact("file", "media:b.bin"),
            new Panel.Fact("expires", Links.EXPIRES.toString()),
            new Panel.Fact("identity", "customer 7"),
            new Panel.Fact("application", "shop"),
            new Panel.Fact("state", "revoked"),
            new Panel.Fact("requests", "1"),
            new Panel.Fact("last request", now.toString()),
            new Panel.Fact("last answer", "sent"),
            new Panel.Fact("link", link.id()));
    assertThat(links.facts(question("/get/forged"))).isEmpty();
    assertThat(links.facts(question("/shop"))).isEmpty();
  }

  @Test
  void asksForNothingUntilItIsSetUp() {
    assertThat(links.configure(Map.of())).isFalse();
    assertThat(resolve(SETTINGS.format(Links.once(1)))).isNull();
    assertThatThrownBy(() -> links.revoke("x")).hasMessageContaining("set-sendfile-plugin");
    configure();
    assertThatThrownBy(() -> links.configure(Map.of("path", "/get")))
        .hasMessageStartingWith("keys is missing");
    assertThat(resolve(SETTINGS.format(Links.once(1)))).isNull();
  }

  @Test
  void applicationMakesLinksInItsOwnName() {
    assertThat(links.create("shop", Map.of("file", "media:f"))).isNull();
    configure();
    Map<String, String> terms =
        Map.of("file", "media:a b.bin", "once", "true", "rate", "2k", "application", "other");
    String path = Objects.requireNonNull(links.create("shop", terms));
    Resolution.File file = (Resolution.File) Objects.requireNonNull(resolve(path));
    assertThat(file.path()).isEqualTo("a b.bin");
    assertThat(file.application()).isEqualTo("shop");
    assertThat(file.bytesPerSecond()).isEqualTo(2000);
    assertThat(file.delivery()).isNotNull();
    now = now.plus(Duration.ofHours(24));
    assertRefused(path, DenialReason.EXPIRED);
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
    assertRefused(SETTINGS.format(Links.to("a.bin", "")), DenialReason.NOT_NOW);
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

  @Test
  void withoutItsLedgerTheNextRequestIsAnsweredOnceItIsThere() throws IOException {
    Path place = folder.resolve("l");
    Files.writeString(place, "a file in the place of the folder");
    configure();
    assertThat(losses.failure()).contains("cannot be used", "no link is answered");
    Files.delete(place);
    String path = SETTINGS.format(Links.to("a.bin", ""));
    assertRefused(path, DenialReason.NOT_NOW);
    while (!(resolve(path) instanceof Resolution.File)) {
      Pause.make();
    }
    assertThat(losses.problem()).isNull();
  }

  @Test
  void ledgerStaysTheSameWhileItsDatabaseDoes() {
    configure();
    links.configure(Map.of("keys", "b=" + Links.SECRET));
    assertThat(databases).containsExactly("");
    links.configure(Map.of("keys", "b=" + Links.SECRET, "ledger", "jdbc/links"));
    assertThat(databases).containsExactly("", "jdbc/links");
  }

  @Test
  void closingWritesEndsAndLeavesNoThread() throws InterruptedException {
    configure();
    Link link = Links.once(1);
    Delivery delivery = Objects.requireNonNull(file(link).delivery());
    Delivered whole = Links.part(0, 10, 10);
    assertThat(delivery.begins(whole, NOTHING).join()).isNull();
    delivery.ended(whole, 10);
    links.close();
    configure();
    assertRefused(SETTINGS.format(link), DenialReason.USED);
    List<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("sendfile-link-"))
            .toList();
    assertThat(threads).isNotEmpty();
    links.close();
    for (Thread thread : threads) {
      thread.join(10_000);
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
  }

  @Test
  void closingDoesNotWaitForADiskThatDoesNotAnswer() throws InterruptedException {
    configure();
    CountDownLatch writes = new CountDownLatch(1);
    Semaphore answers = new Semaphore(0);
    LinkStore store = stores.get(0);
    CompletableFuture<Void> write =
        CompletableFuture.runAsync(
            () -> {
              // As it does while it writes.
              synchronized (store) {
                writes.countDown();
                answers.acquireUninterruptibly();
              }
            });
    writes.await();
    try {
      assertThat(CompletableFuture.runAsync(links::close)).succeedsWithin(20, TimeUnit.SECONDS);
    } finally {
      answers.release();
      write.join();
    }
  }
}
