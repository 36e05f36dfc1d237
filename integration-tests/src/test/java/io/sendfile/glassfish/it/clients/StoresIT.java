package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.ObjectStore;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A root whose files are objects of a real store. */
@Client(commands = "curl", packages = "curl")
@InContainer
class StoresIT extends ClientScenario {
  private final int port = server.freePort();
  private final String object = "sendfile:media:films/a%20b.bin";
  private final Path file = TestFiles.settled("stored.bin", 20 * MIB + 77);
  private ObjectStore store;

  @BeforeEach
  void storeAndRoot() throws IOException {
    startStore();
    server.command(
        "set-sendfile-plugin",
        "--property",
        store.properties() + ":timeout-seconds=3:cache-folder=" + folder.resolve("cache"),
        "s3");
    server.command(
        "create-sendfile-root", "--path", "/media", "--store", "s3://videos/2026", "media");
  }

  private void startStore() throws IOException {
    store = ObjectStore.start(folder, port);
    store.put("2026/films/a%20b.bin", file);
  }

  @AfterEach
  void noStore() throws IOException {
    server.command("delete-sendfile-root", "media");
    server.command("delete-sendfile-plugin", "s3");
    store.close();
  }

  private void isPart(Answer answer, int first, int last) throws IOException {
    byte[] part = Arrays.copyOfRange(Files.readAllBytes(file), first, last + 1);
    assertThat(answer.hasStatus(206).header("Content-Range"))
        .isEqualTo("bytes %d-%d/%d".formatted(first, last, Files.size(file)));
    assertThat(answer.digest()).isEqualTo(TestFiles.digest(part));
  }

  @Test
  void objectsGoOutOverEachProtocolWholeAndInParts() throws IOException {
    isPart(ask(Play.steps(object), "Range: bytes=19000000-19000099"), 19_000_000, 19_000_099);
    String tag = play(object).isFile(file).leaksNothing().header("ETag");
    for (Browser browser : Browser.values()) {
      browser.ask(Play.steps(object)).isFile(file);
    }
    isPart(
        ask(Play.steps(object), "Range: bytes=1000-5000000", "If-Range: " + tag), 1000, 5_000_000);
    ask(Play.steps(object), "If-None-Match: " + tag).hasStatus(304);
    play("sendfile:/media/films/a%20b.bin").isFile(file);
    assertThat(server.command("explain-sendfile", "media:films/a%20b.bin"))
        .contains("served", "s3://videos/2026", "2026/films/a b.bin", "21 of 21");
  }

  private String problems() {
    return server.command("list-sendfile-problems");
  }

  @Test
  void whatTheStoreLacksIsMissing() throws IOException {
    play("sendfile:media:films/none").hasStatus(404).leaksNothing();
    assertThat(server.command("explain-sendfile", "media:films/none"))
        .contains("refused: missing", "videos", "2026/films/none");
  }

  @Test
  @Release
  void aStoreThatIsDownIsAProblemAndAnswers503UntilItIsBack() throws IOException {
    isPart(ask(Play.steps(object), "Range: bytes=0-99"), 0, 99);
    store.close();
    Answer refused = play("sendfile:media:films/other.bin").hasStatus(503).leaksNothing();
    assertThat(refused.header("Retry-After")).matches("[1-9]\\d*");
    Await.until(
        "requests find that it is down",
        SOON,
        () -> {
          play("sendfile:media:films/other.bin").hasStatus(503);
          return problems().contains("the store fails");
        });
    startStore();
    Await.until(
        "it is asked again", SOON, () -> play("sendfile:media:films/other.bin").status() == 404);
    play(object).isFile(file);
    Await.until("it is no problem any more", SOON, () -> !problems().contains("the store fails"));
  }
}
