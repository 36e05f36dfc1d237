package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.FolderStore;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Archives with members of a root with a store, and with local ones between them. */
final class StoredMembersTest extends ServerFixture {
  private static final String LOCAL = "- 100000 files:local local\n";

  private final Map<String, byte[]> contents = new LinkedHashMap<>();
  private FolderStore store;
  private Path objects;
  private String list = "";

  @Override
  Map<String, FileStore> stores() {
    return Map.of("folder", store);
  }

  @BeforeEach
  void rootsAndObjects() throws IOException {
    objects = Files.createDirectory(temp.resolve("objects"));
    store = new FolderStore(objects);
    engine.apply(
        SendfileSettings.of(
            setting -> setting.defaultValue(),
            List.of(
                new Root("files", files, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true),
                FolderStore.root())));
    application = (request, response) -> ArchiveServer.answer(response, list);
    object("a", 300_000);
    contents.put("local", file("local", 100_000));
    settle(files.resolve("local"));
    object("b", 150_000);
    // As long as the first one and as old: in one version of the store's, but another file.
    object("c", 300_000);
    object("empty", 0);
    contents.get("c")[7]++;
    Files.write(objects.resolve("c"), contents.get("c"));
    settle(objects.resolve("c"));
    list = member("a") + LOCAL + member("b") + member("c") + member("empty");
  }

  @AfterEach
  void closesWhatItHasFound() {
    await("all files of the store are closed", () -> store.open.get() == 0);
  }

  private void object(String name, int length) throws IOException {
    contents.put(name, file(name, length));
    settle(Files.move(files.resolve(name), objects.resolve(name)));
  }

  private static void settle(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-02T03:04:06.789Z")));
  }

  private String member(String name) {
    return "- %d media:%s %s\n".formatted(contents.get(name).length, name, name);
  }

  private RawClient.Reply get(String... fields) throws IOException {
    try (RawClient client = client()) {
      String lines = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
      return client.send("GET / HTTP/1.1\r\nHost: test\r\n" + lines + "\r\n").read();
    }
  }

  private int crc(String name) {
    CRC32 crc = new CRC32();
    crc.update(contents.get(name));
    return (int) crc.getValue();
  }

  @Test
  void allMembersArriveAndEachRangeIsAPartOfThem() throws Exception {
    RawClient.Reply whole = get();
    assertThat(whole.status()).isEqualTo(200);
    assertThat(whole.header("Content-Length")).isEqualTo("" + whole.body().length);
    Path zip = Files.write(temp.resolve("x.zip"), whole.body());
    try (ZipFile read = new ZipFile(zip.toFile())) {
      assertThat(read.size()).isEqualTo(contents.size());
      for (Map.Entry<String, byte[]> each : contents.entrySet()) {
        assertBytes(
            read.getInputStream(read.getEntry(each.getKey())).readAllBytes(), each.getValue());
        assertThat((int) read.getEntry(each.getKey()).getCrc()).isEqualTo(crc(each.getKey()));
      }
    }
    String tag = whole.header("ETag");
    assertThat(tag).startsWith("\"");
    for (int first : new int[] {1, 200_000, 300_050, 399_000, 450_000, whole.body().length - 20}) {
      RawClient.Reply part = get("Range: bytes=" + first + "-", "If-Range: " + tag);
      assertThat(part.status()).isEqualTo(206);
      assertBytes(part.body(), Arrays.copyOfRange(whole.body(), first, whole.body().length));
    }
  }

  /** Nobody has read the checksums before: each object comes from the store for that. */
  @Test
  void endOfAnArchiveReadsTheChecksumsOfObjects() throws Exception {
    RawClient.Reply end = get("Range: bytes=-300");
    assertThat(end.status()).isEqualTo(206);
    assertThat(store.fetches.get()).isEqualTo(5 + 3 + 5);
    byte[] whole = get().body();
    assertBytes(end.body(), Arrays.copyOfRange(whole, whole.length - 300, whole.length));
  }

  /** The member that is open then is another one, or none. */
  @Test
  void rangesThatLeaveAMemberAndComeToItsChecksumAreSent() throws Exception {
    store.crcs.put("c", crc("c"));
    list = member("a") + member("c");
    RawClient.Reply parts = get("Range: bytes=100-199,400000-400099,-50");
    assertThat(parts.status()).isEqualTo(206);
    awaitEnd(Outcome.COMPLETED);
    byte[] whole = get().body();
    assertThat(parts.text()).contains(new String(whole, whole.length - 50, 50, ISO_8859_1));
  }

  @Test
  void endOfAnArchiveNeedsNoBytesIfTheStoreTellsChecksums() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      store.crcs.put(name, crc(name));
    }
    byte[] end = get("Range: bytes=-300").body();
    assertThat(store.fetches.get()).isZero();
    byte[] whole = get().body();
    assertBytes(end, Arrays.copyOfRange(whole, whole.length - 300, whole.length));
  }

  @Test
  void oneOfManyFetchesForAChecksum() throws Exception {
    list = member("a");
    store.holds = true;
    RawClient[] clients = new RawClient[3];
    for (int i = 0; i < clients.length; i++) {
      clients[i] = client();
      clients[i].send("GET / HTTP/1.1\r\nHost: test\r\nRange: bytes=-50\r\n\r\n");
    }
    await("all wait", () -> engine.scheduler().usage().active() == clients.length);
    await("one plan asks for all", () -> store.waiting() == 1);
    store.answer();
    await("each looks for its member", () -> store.waiting() == clients.length);
    store.answer();
    await(
        "all wait for bytes",
        () ->
            engine.scheduler().transfers().stream()
                    .filter(each -> each.state() == TransferState.WAITING_DISK)
                    .count()
                == clients.length);
    await("one of them has asked", () -> store.waiting() == 1);
    store.holds = false;
    store.answer();
    List<byte[]> ends = new ArrayList<>();
    for (RawClient each : clients) {
      ends.add(each.read().body());
      each.close();
    }
    assertThat(store.fetches.get()).isEqualTo(5);
    byte[] whole = get().body();
    for (byte[] end : ends) {
      assertBytes(end, Arrays.copyOfRange(whole, whole.length - 50, whole.length));
    }
  }

  @Test
  void planThatWaitsForTheStoreHoldsNoThread() throws Exception {
    byte[] expected = get().body();
    await("its place is free", () -> engine.scheduler().usage().active() == 0);
    store.holds = true;
    RawClient[] waiting = new RawClient[6];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = client();
      waiting[i].sendGet("/");
    }
    await("all wait", () -> engine.scheduler().usage().active() == waiting.length);
    await("the store is asked for all members", () -> store.waiting() == 4);
    String stored = list;
    list = LOCAL;
    assertThat(get().status()).as("an archive of local files").isEqualTo(200);
    list = stored;
    store.holds = false;
    store.answer();
    for (RawClient each : waiting) {
      assertBytes(each.read().body(), expected);
      each.close();
    }
  }

  @Test
  void waitsForAMemberAndItsBytesAsForADisk() throws Exception {
    list = member("a") + LOCAL;
    try (RawClient client = client()) {
      store.holds = true;
      client.sendGet("/");
      await("the plan asks", () -> store.waiting() == 1);
      store.answer();
      awaitState(TransferState.WAITING_DISK);
      await("the member is looked for", () -> store.waiting() == 1);
      store.answer();
      await("its bytes are", () -> store.waiting() == 1);
      awaitState(TransferState.WAITING_DISK);
      store.holds = false;
      store.answer();
      assertThat(client.read().body()).hasSizeGreaterThan(400_000);
    }
  }

  private RawClient untilBytesAreWanted() throws IOException {
    list = member("a");
    RawClient client = client();
    store.holds = true;
    client.sendGet("/");
    await("the plan asks", () -> store.waiting() == 1);
    store.answer();
    await("the member is looked for", () -> store.waiting() == 1);
    store.answer();
    await("its bytes are", () -> store.waiting() == 1);
    awaitState(TransferState.WAITING_DISK);
    return client;
  }

  @Test
  void objectThatIsReplacedEndsIt() throws Exception {
    RawClient client = untilBytesAreWanted();
    store.replaced = true;
    store.answer();
    awaitEnd(Outcome.CHANGED);
    client.close();
  }

  @Test
  void storeThatFailsEndsIt() throws Exception {
    RawClient client = untilBytesAreWanted();
    store.failure = new IOException("cut");
    store.answer();
    awaitEnd(Outcome.IO_ERROR);
    client.close();
  }

  @Test
  void clientThatLeavesEndsIt() throws Exception {
    untilBytesAreWanted().close();
    awaitEnd(Outcome.CLIENT_ABORTED);
    store.answer();
  }

  @Test
  void objectThatIsAnotherOneWhenItsTurnComesEndsIt() throws Exception {
    list = LOCAL + member("a");
    store.holds = true;
    try (RawClient client = client()) {
      client.sendGet("/");
      await("the plan asks", () -> store.waiting() == 1);
      store.answer();
      await("the member is looked for", () -> store.waiting() == 1);
      file("a", 300_001);
      Files.move(files.resolve("a"), objects.resolve("a"), StandardCopyOption.REPLACE_EXISTING);
      store.answer();
      awaitEnd(Outcome.CHANGED);
    }
  }

  @Test
  void memberThatTheStoreDoesNotGiveRefusesTheArchive() throws Exception {
    list += "- 5 media:missing missing\n";
    assertThat(get().status()).isEqualTo(404);
    assertThat(noted.get(0).detail()).contains("line 6 ", "missing", "media");
    list = list.replace("300000 media:c", "7 media:c");
    assertThat(get().status()).isEqualTo(404);
    assertThat(noted).anyMatch(refused -> refused.detail().contains("300000 bytes, not 7"));
    store.failure = new StoreException(StoreFault.UNAVAILABLE, "it does not answer");
    assertThat(get().status()).isEqualTo(503);
  }

  @Test
  void clientThatLeavesBeforeThePlanGivesItsRoomBack() throws Exception {
    store.holds = true;
    RawClient client = client();
    client.sendGet("/");
    await("the store is asked for all members", () -> store.waiting() == 4);
    client.close();
    await(
        "its place and memory are free",
        () ->
            engine.scheduler().usage().active() == 0
                && engine.scheduler().usage().heldBytes() == 0);
    store.answer();
  }
}
