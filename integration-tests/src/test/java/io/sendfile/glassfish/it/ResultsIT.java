package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ResultReceiver.Post;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Results of downloads, posted to a URL. */
@Timeout(300)
class ResultsIT extends ResultsScenario {
  private static final String NOTHING = "nothing is delivered to http://127.0.0.1:";

  @Test
  void endOfADownloadIsPosted() throws IOException {
    sendToReceiver();
    download("order-1");
    Post finished = await("order-1", "transfer-finished");
    assertThat(finished.fields())
        .containsEntry("file_path", TestFiles.folder().relativize(file).toString())
        .containsEntry("root", TestFiles.ROOT)
        .containsEntry("result", "200")
        .containsEntry("outcome", "completed")
        .containsEntry("bytes", Long.toString(Files.size(file)))
        .containsEntry("application", "it")
        .containsEntry("client", "127.0.0.1")
        .containsEntry("idempotency_key", finished.key());
    Post whole = await("order-1", "download-complete");
    assertThat(whole.key()).isNotEqualTo(finished.key());
    assertThat(whole.signature()).isNull();
  }

  @Test
  void rangesOfOneDownloadEndInOneEvent() throws IOException {
    sendToReceiver();
    long size = Files.size(file);
    String target = Play.steps("header:X-Sendfile-Id=order-2", sendfile(file));
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      connection.ask(target, "Range: bytes=100000-").hasStatus(206);
      connection.ask(target, "Range: bytes=0-49999").hasStatus(206);
      Await.until("two ends", SOON, () -> about("order-2", "transfer-finished").size() == 2);
      assertThat(about("order-2", "download-complete")).isEmpty();
      connection.ask(target, "Range: bytes=40000-99999").hasStatus(206);
    }
    assertThat(await("order-2", "download-complete").fields())
        .containsEntry("transfers", "3")
        .containsEntry("size", Long.toString(size))
        .containsEntry("bytes", Long.toString(size + 10_000));
  }

  @Test
  void signedIfThereIsASecret() throws IOException {
    send("destination-url", receiver.url(), "hmac-secret", SECRET);
    download("order-3");
    assertThat(await("order-3", "transfer-finished").signature()).matches("t=\\d+,v1=[0-9a-f]{64}");
  }

  @Test
  void whatIsNotDeliveredIsAProblemAndAnErrorOnceSomeAreDropped() throws IOException {
    sendToReceiver();
    Await.until("earlier results are delivered", SOON, () -> figures().contains("waiting 0, "));
    receiver.answer(500);
    download("order-6");
    Await.until("a warning", SOON, () -> problems().contains("warning  results: " + NOTHING));
    assertThat(figures()).containsPattern("waiting [12], sent \\d+, retried \\d+, dropped 0");
    send("journal-bytes", "65536");
    try {
      // Two results each, of some 430 bytes.
      for (int i = 0; i < 100; i++) {
        download("order-7-" + i);
      }
      Await.until("an error", SOON, () -> problems().contains("error    results: " + NOTHING));
      assertThat(problems())
          .containsPattern("status 500; \\d+ lost \\(since \\S+\\)\n    check the destination");
      assertThat(figures()).containsPattern("waiting \\d+, .*, dropped [1-9]\\d*");
      receiver.answer(200);
      Await.until("all are delivered", SOON, () -> figures().contains("waiting 0, "));
      assertThat(problems()).doesNotContain(NOTHING).contains("the last: no room");
    } finally {
      send("journal-bytes", "201326592");
    }
  }

  private String problems() {
    return server.command("list-sendfile-problems");
  }

  @Test
  void badPropertyIsToldAndNothingIsSent() throws IOException {
    String told = "destination-url must begin with http:// or https://";
    assertThatThrownBy(() -> send("destination-url", "ftp://nowhere/", "hmac-secret", ""))
        .hasMessageContaining(told);
    sendToReceiver();
    String element = "sendfile-config.sendfile-plugin." + PLUG_IN;
    server.command(
        "set", "configs.config.server-config." + element + ".property.destination-url=ftp://no/");
    Await.until(
        "the problem is told",
        SOON,
        () -> server.command("get-sendfile-configuration").contains(told));
    download("order-4");
    assertThat(receiver.posts()).isEmpty();
  }
}
