package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.FolderStore;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of a root with a store: as a client sees them while the store answers late, or never. */
final class StoredFilesTest extends ServerFixture {
  private FolderStore store;
  private byte[] content;

  @Override
  Map<String, FileStore> stores() {
    return Map.of("folder", store);
  }

  @BeforeEach
  void rootWithStore() throws IOException {
    Path objects = Files.createDirectory(temp.resolve("objects"));
    store = new FolderStore(objects);
    content = file("f", 300_000);
    Files.move(files.resolve("f"), objects.resolve("f.bin"));
    engine.apply(
        SendfileSettings.of(setting -> setting.defaultValue(), List.of(FolderStore.root())));
  }

  @AfterEach
  void closesWhatItHasFound() {
    await("all files of the store are closed", () -> store.open.get() == 0);
  }

  private static String get(String path, String field) {
    return "GET " + path + " HTTP/1.1\r\nHost: test\r\n" + field + "\r\n\r\n";
  }

  @Test
  void sendsAnObjectThatComesInSlices() throws Exception {
    try (RawClient client = client()) {
      client.sendGet("/?media:f.bin");
      RawClient.Reply answer = client.read();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("ETag")).isEqualTo("\"version-1\"");
      assertBytes(answer.body(), content);
      client.send(get("/?/media/f.bin", "Range: bytes=100000-200000"));
      RawClient.Reply part = client.read();
      assertThat(part.status()).isEqualTo(206);
      assertBytes(part.body(), Arrays.copyOfRange(content, 100_000, 200_001));
      client.send(get("/?media:f.bin", "If-None-Match: \"version-1\""));
      assertThat(client.read().status()).isEqualTo(304);
    }
  }

  @Test
  void tellsTheStoreForWhichClientItReads() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (RawClient client = client()) {
        client.sendGet("/?media:f.bin");
        assertThat(client.read().status()).isEqualTo(200);
      }
    }
    assertThat(Set.copyOf(store.clients)).hasSize(1).doesNotContain("");
  }

  @Test
  void holdsNoThreadWhileTheStoreThinks() throws Exception {
    store.holds = true;
    RawClient[] waiting = new RawClient[40];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = client();
      waiting[i].sendGet("/?media:f.bin");
    }
    await("all have asked", () -> store.waiting() == waiting.length);
    application = (request, response) -> response.getOutputStream().write(new byte[] {'h', 'i'});
    try (RawClient other = client()) {
      other.sendGet("/");
      assertThat(other.read().body()).hasSize(2);
    }
    store.holds = false;
    store.answer();
    for (RawClient each : waiting) {
      assertBytes(each.read().body(), content);
      each.close();
    }
  }

  @Test
  void waitsForASliceAsForADisk() throws Exception {
    try (RawClient client = client()) {
      client.send(get("/?media:f.bin", "Range: bytes=0-9"));
      assertThat(client.read().body()).hasSize(10);
      store.holds = true;
      client.sendGet("/?media:f.bin");
      await("it has asked", () -> store.waiting() == 1);
      store.answer();
      awaitState(TransferState.WAITING_DISK);
      await("it has asked for bytes", () -> store.waiting() == 1);
      store.holds = false;
      store.answer();
      assertBytes(client.read().body(), content);
    }
  }

  @Test
  void refusesWhatTheStoreDoesNotHaveOrGive() throws Exception {
    try (RawClient client = client()) {
      client.sendGet("/?media:missing");
      assertThat(client.read().status()).isEqualTo(404);
      client.sendGet("/?media:.hidden");
      assertThat(client.read().status()).isEqualTo(404);
      store.failure = new StoreException(StoreFault.FORBIDDEN, "403");
      client.sendGet("/?media:f.bin");
      assertThat(client.read().status()).isEqualTo(404);
      store.failure = new StoreException(StoreFault.UNAVAILABLE, "it does not answer");
      store.holds = true;
      client.sendGet("/?media:f.bin");
      await("it has asked", () -> store.waiting() == 1);
      store.answer();
      RawClient.Reply answer = client.read();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).isNotNull();
      assertThat(answer.text()).doesNotContain("objects");
    }
    assertThat(noted)
        .extracting(refused -> refused.reason().code())
        .contains("missing", "unreadable", "store-unavailable", "hidden");
  }

  @Test
  void forgetsAClientThatLeavesBeforeTheFirstBytes() throws Exception {
    store.holds = true;
    RawClient client = client();
    client.sendGet("/?media:f.bin");
    await("it has asked", () -> store.waiting() == 1);
    store.answer();
    await("it has asked for bytes", () -> store.waiting() == 1);
    client.close();
    await("its place is free", () -> engine.scheduler().usage().active() == 0);
    await("the file is closed before the bytes come", () -> store.open.get() == 0);
    store.answer();
  }

  @Test
  void beginsNoResponseBeforeItsFirstBytesAreThere() throws Exception {
    store.failureOfBytes = new StoreException(StoreFault.FORBIDDEN, "it is archived");
    try (RawClient client = client()) {
      client.sendGet("/?media:f.bin");
      assertThat(client.read().status()).isEqualTo(404);
      store.failureOfBytes = new StoreException(StoreFault.UNAVAILABLE, "it is busy");
      client.send(get("/?media:f.bin", "Range: bytes=100000-"));
      assertThat(client.read().status()).isEqualTo(503);
    }
    assertThat(noted)
        .extracting(refused -> refused.reason().code(), refused -> refused.detail())
        .anySatisfy(each -> assertThat(each.toString()).contains("unreadable", "it is archived"))
        .anySatisfy(each -> assertThat(each.toString()).contains("unavailable", "it is busy"));
  }

  @Test
  void tellsForHowLongTheStoreWantsToBeLeftAlone() throws Exception {
    store.failure =
        new StoreException(StoreFault.UNAVAILABLE, "it is busy", Duration.ofMillis(40_001));
    try (RawClient client = client()) {
      client.sendGet("/?media:f.bin");
      assertThat(client.read().header("Retry-After")).isEqualTo("41");
    }
  }

  @Test
  void fetchesNothingForAResponseWithoutABody() throws Exception {
    store.failureOfBytes = new StoreException(StoreFault.FORBIDDEN, "it is archived");
    try (RawClient client = client()) {
      client.send(get("/?media:f.bin", "If-None-Match: \"version-1\""));
      assertThat(client.read().status()).isEqualTo(304);
      client.send(get("/?media:f.bin", "Range: bytes=300000-"));
      assertThat(client.read().status()).isEqualTo(416);
      RawClient.Reply head = client.head("/?media:f.bin");
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("Content-Length")).isEqualTo("300000");
    }
    assertThat(store.fetches).hasValue(0);
  }

  @Test
  void sendsTheNewVersionOfAnObjectThatIsReplacedBeforeItsFirstBytes() throws Exception {
    store.holds = true;
    try (RawClient client = client()) {
      client.sendGet("/?media:f.bin");
      await("it has asked", () -> store.waiting() == 1);
      store.answer();
      await("it has asked for bytes", () -> store.waiting() == 1);
      store.replaced = true;
      store.holds = false;
      store.answer();
      assertBytes(client.read().body(), content);
    }
    assertThat(store.asked).hasSize(2);
  }

  @Test
  void tellsWhatTheStoreKnowsWhereTheApplicationSaysNothing() throws Exception {
    store.fields =
        Map.of(
            "Content-Type", "text/x-film",
            "Content-Encoding", "gzip",
            "Cache-Control", "max-age=7",
            "Expires", "Thu, 01 Jan 2026 00:00:00 GMT",
            "Content-Disposition", "inline",
            "Content-Language", "nb\u00e4",
            "Set-Cookie", "a=b");
    try (RawClient client = client()) {
      client.sendGet("/?media:f.bin");
      RawClient.Reply whole = client.read();
      assertThat(whole.header("Content-Type")).isEqualTo("text/x-film");
      assertThat(whole.header("Content-Encoding")).isEqualTo("gzip");
      assertThat(whole.header("Cache-Control")).isEqualTo("max-age=7");
      assertThat(whole.header("Content-Disposition")).isEqualTo("inline");
      assertThat(whole.header("Content-Language")).isEmpty();
      assertThat(whole.header("Set-Cookie")).isEmpty();
      assertThat(whole.header("ETag")).isEqualTo("\"version-1\"");
      assertBytes(whole.body(), content);

      client.send(get("/?media:f.bin", "Range: bytes=1-2"));
      RawClient.Reply part = client.read();
      assertThat(part.status()).isEqualTo(206);
      assertThat(part.header("Content-Encoding")).isEqualTo("gzip");
      // The coding would be that of the parts' headers as well.
      client.send(get("/?media:f.bin", "Range: bytes=1-2,200000-200001"));
      assertThat(client.read().status()).isEqualTo(200);
      client.send(get("/?media:f.bin", "If-None-Match: *"));
      RawClient.Reply same = client.read();
      assertThat(same.header("Cache-Control")).isEqualTo("max-age=7");
      assertThat(same.header("Content-Type")).isEmpty();
    }
  }

  @Test
  void leavesTheApplicationItsOwnWords() throws Exception {
    store.fields =
        Map.of(
            "Content-Type", "text/x-film",
            "Cache-Control", "max-age=7",
            "Expires", "Thu, 01 Jan 2026 00:00:00 GMT",
            "Content-Disposition", "inline");
    application =
        (request, response) -> {
          response.setHeader("X-Sendfile", "media:f.bin");
          response.setContentType("text/mine");
          response.setHeader("Expires", "0");
          response.setHeader("Content-Disposition", "attachment");
        };
    try (RawClient client = client()) {
      client.sendGet("/");
      RawClient.Reply answer = client.read();
      assertThat(answer.header("Content-Type")).startsWith("text/mine");
      assertThat(answer.header("Cache-Control")).isEmpty();
      assertThat(answer.header("Expires")).isEqualTo("0");
      assertThat(answer.header("Content-Disposition")).isEqualTo("attachment");
    }
  }

  @Test
  void provesNothingByATimeThatIsNone() throws Exception {
    store.modified = Instant.EPOCH;
    try (RawClient client = client()) {
      client.send(get("/?media:f.bin", "If-Modified-Since: " + "Thu, 01 Jan 1970 00:00:00 GMT"));
      RawClient.Reply answer = client.read();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("Last-Modified")).isEmpty();
      client.send(
          get("/?media:f.bin", "Range: bytes=0-9\r\nIf-Range: Thu, 01 Jan 1970 00:00:00 GMT"));
      assertThat(client.read().status()).isEqualTo(200);
      client.send(get("/?media:f.bin", "Range: bytes=0-9\r\nIf-Range: \"version-1\""));
      assertThat(client.read().status()).isEqualTo(206);
    }
  }

  @Test
  void sendsFewRangesOutOfAStore() throws Exception {
    String ranges = "bytes=0-0,40000-40000,80000-80000,120000-120000,160000-160000";
    try (RawClient client = client()) {
      client.send(get("/?media:f.bin", "Range: " + ranges + ",200000-200000,240000-240000,-1"));
      assertThat(client.read().status()).isEqualTo(206);
      client.send(
          get("/?media:f.bin", "Range: " + ranges + ",200000-200000,240000-240000,260000-,-1"));
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  /** Asks for the file, of which the store is asked for bytes, and answers nothing yet. */
  private void askForBytes(RawClient client) throws Exception {
    client.send(get("/?media:f.bin", "Range: bytes=0-9"));
    client.read();
    awaitEnd();
    store.holds = true;
    client.sendGet("/?media:f.bin");
    await("it has asked", () -> store.waiting() == 1);
    store.answer();
    awaitState(TransferState.WAITING_DISK);
    await("it has asked for bytes", () -> store.waiting() == 1);
  }

  @Test
  void endsAsChangedWhenTheObjectIsReplaced() throws Exception {
    try (RawClient client = client()) {
      askForBytes(client);
      store.replaced = true;
      store.answer();
      assertThat(awaitEnd().outcome()).isEqualTo(Outcome.CHANGED);
    }
  }

  @Test
  void endsWithAnErrorWhenTheStoreFails() throws Exception {
    try (RawClient client = client()) {
      askForBytes(client);
      store.failure = new IOException("cut");
      store.answer();
      assertThat(awaitEnd().outcome()).isEqualTo(Outcome.IO_ERROR);
    }
  }

  @Test
  void forgetsAClientThatLeavesBeforeTheAnswer() throws Exception {
    store.holds = true;
    RawClient client = client();
    client.sendGet("/?media:f.bin");
    await("it has asked", () -> store.waiting() == 1);
    client.close();
    await("its place is free", () -> engine.scheduler().usage().active() == 0);
    store.answer();
  }

  @Test
  void endsATransferWhoseClientLeavesWhileItWaits() throws Exception {
    RawClient client = client();
    client.send(get("/?media:f.bin", "Range: bytes=0-9"));
    client.read();
    awaitEnd();
    store.holds = true;
    client.sendGet("/?media:f.bin");
    await("it has asked", () -> store.waiting() == 1);
    store.answer();
    awaitState(TransferState.WAITING_DISK);
    await("it has asked for bytes", () -> store.waiting() == 1);
    client.close();
    assertThat(awaitEnd().outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
    store.answer();
  }
}
