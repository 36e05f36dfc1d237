package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of files that an application lists in its body, or passes by their paths. */
@Timeout(180)
class ArchiveIT extends Scenario {
  private static final int LARGE = 3 << 20;

  @TempDir Path folder;
  private final Map<String, Path> members = new LinkedHashMap<>();
  private final StringBuilder lines = new StringBuilder();

  @BeforeEach
  void listMembers() throws IOException {
    list("a.txt", TestFiles.settled("archived-a.bin", 20), false);
    list("folder/large.bin", TestFiles.settled("archived-large.bin", LARGE), false);
    list("grüße/日本.bin", TestFiles.settled("archived-b.bin", 100_000), true);
    list("empty", TestFiles.settled("archived-empty.bin", 0), false);
    for (int i = 0; i < 300; i++) {
      list("many/" + i, TestFiles.settled("archived-c.bin", 300), i % 2 == 0);
    }
  }

  private void list(String name, Path file, boolean declared) throws IOException {
    String crc = "-";
    if (declared) {
      CRC32 sum = new CRC32();
      sum.update(Files.readAllBytes(file));
      crc = Long.toHexString(sum.getValue());
    }
    members.put(name, file);
    lines.append("%s %d %s %s\r\n".formatted(crc, Files.size(file), TestFiles.value(file), name));
  }

  /** The request for the archive, whose list is longer than the buffer of a response. */
  private String target(String... steps) throws IOException {
    Path list = Files.writeString(folder.resolve("list"), lines);
    String[] all = Arrays.copyOf(steps, steps.length + 1);
    all[steps.length] = "archive:" + list;
    return Play.steps(all);
  }

  private byte[] load(Browser browser, String target) throws IOException {
    try (InputStream in = browser.open(target).body()) {
      return in.readAllBytes();
    }
  }

  private void holdsAllMembers(byte[] archive) throws IOException {
    Path copy = Files.write(folder.resolve("copy.zip"), archive);
    try (ZipFile zip = new ZipFile(copy.toFile())) {
      assertThat(zip.size()).isEqualTo(members.size());
      for (Map.Entry<String, Path> member : members.entrySet()) {
        ZipEntry entry = zip.getEntry(member.getKey());
        byte[] bytes = zip.getInputStream(entry).readAllBytes();
        assertThat(Arrays.equals(bytes, Files.readAllBytes(member.getValue())))
            .as(member.getKey())
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  @OnGrizzly
  void archiveHasLengthRangesAndConditions(Browser browser) throws Exception {
    String target = target("header:Content-Disposition=attachment; filename=x.zip");
    Snapshot before = server.probe();

    byte[] whole = load(browser, target);

    holdsAllMembers(whole);
    Answer answer = browser.ask(target).hasStatus(200).leaksNothing();
    assertThat(answer.digest()).isEqualTo(TestFiles.digest(whole));
    assertThat(answer.header("Content-Length")).isEqualTo(Integer.toString(whole.length));
    assertThat(answer.header("Content-Type")).isEqualTo("application/zip");
    assertThat(answer.header("Content-Disposition")).isEqualTo("attachment; filename=x.zip");
    String etag = String.valueOf(answer.header("ETag"));
    assertThat(etag).startsWith("\"");
    Random random = new Random(3);
    for (int i = 0; i < 10; i++) {
      int first = random.nextInt(whole.length);
      Answer part = browser.ask(target, "Range", "bytes=" + first + "-", "If-Range", etag);
      assertThat(part.hasStatus(206).digest())
          .isEqualTo(TestFiles.digest(Arrays.copyOfRange(whole, first, whole.length)));
    }
    browser.ask(target, "If-None-Match", etag).hasStatus(304).leaksNothing();
    browser.ask(target, "Range", "bytes=0-9", "If-Range", "\"other\"").hasStatus(200);
    browser.ask(target, "Range", "bytes=999999999-").hasStatus(416);
    Answer head = browser.head(target).hasStatus(200).leaksNothing();
    assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(whole.length));
    awaitGrown("Completed", 13, before);
  }

  @Test
  void badMemberRefusesTheArchive() throws Exception {
    Snapshot before = server.probe();
    refuses("- 20 files:missing x", 404);
    refuses("- 21 files:archived-a.bin x", 404);
    refuses("- 20 /etc/passwd x", 404);
    refuses("- 20 files:archived-a.bin ../x", 500);
    refuses("- 20 files:archived-a.bin a.txt", 500);
    refuses("- 20 files:archived-a.bin folder", 500);
    Snapshot after = server.probe();
    for (String reason : List.of("missing", "size-differs", "outside-roots")) {
      assertThat(after.refused(reason) - before.refused(reason)).as(reason).isEqualTo(1);
    }
    assertThat(after.refused("malformed-value") - before.refused("malformed-value")).isEqualTo(3);
    assertThat(ask("/it/hello").text()).isEqualTo("hello");
  }

  /** Before, they took all of a heap of 512 MB, and threads of the server with it. */
  @Test
  @Release
  void manyRequestsForPartsOfLongListsAreAllAnswered() throws Exception {
    Path one = TestFiles.settled("archived-a.bin", 20);
    for (int i = 0; i < 100_000; i++) {
      lines.append("- 20 ").append(TestFiles.value(one)).append(" m").append(i).append('\n');
    }
    String target = target();
    ExecutorService clients = Executors.newFixedThreadPool(40);
    try {
      List<Future<Integer>> statuses = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        statuses.add(clients.submit(() -> status(target)));
      }
      for (Future<Integer> status : statuses) {
        assertThat(status.get()).isIn(206, 503);
      }
    } finally {
      clients.shutdownNow();
    }
    assertThat(ask("/it/hello").text()).isEqualTo("hello");
  }

  private int status(String target) throws IOException {
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      return connection.ask(target, "Range: bytes=0-99").status();
    }
  }

  private void refuses(String line, int status) throws IOException {
    int end = lines.length();
    lines.append(line).append('\n');
    Answer answer = ask(target()).hasStatus(status).leaksNothing();
    assertThat(answer.text()).startsWith(status + " ").doesNotContain("archived");
    lines.setLength(end);
  }

  @Test
  void listOfArchivesThatAreOffStaysHere() throws Exception {
    configure("enabled", "false");
    assertThat(ask(target()).hasStatus(404).leaksNothing().text()).doesNotContain("archived");
    assertThat(play("header:X-Archive-Files=zip", "error:403").hasStatus(403).leaksNothing())
        .isNotNull();
  }

  @Test
  @OnGrizzly
  void memberThatIsReplacedMeanwhileResetsTheConnection() throws Exception {
    Path big = TestFiles.settled("archived-big.bin", 40 << 20);
    list("big", big, false);
    Path last = folder.resolve("last");
    Files.write(last, new byte[100]);
    Path listed = TestFiles.folder().resolve("archived-last.bin");
    Files.copy(last, listed, StandardCopyOption.REPLACE_EXISTING);
    list("last", TestFiles.settle(listed), false);
    Snapshot before = server.probe();
    try (InputStream in = Browser.CLEAR.open(target()).body()) {
      in.readNBytes(100_000);
      Files.move(last, listed, StandardCopyOption.REPLACE_EXISTING);
      assertThat(readsToTheEnd(in)).isFalse();
    }
    awaitGrown("Changed", 1, before);
    Files.delete(listed);
    assertThat(ask("/it/hello").text()).isEqualTo("hello");
  }

  private static boolean readsToTheEnd(InputStream in) {
    try {
      in.readAllBytes();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  @OnGrizzly
  void clientThatLeavesEndsTheTransfer() throws Exception {
    list("big", TestFiles.settled("archived-big.bin", 40 << 20), false);
    Snapshot before = server.probe();
    try (InputStream in = Browser.CLEAR.open(target()).body()) {
      in.readNBytes(100_000);
    }
    awaitGrown("ClientAborted", 1, before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filesPassedByTheirPathsNeedNoRoot(boolean handedOff) throws Exception {
    configure("enabled", Boolean.toString(handedOff));
    members.keySet().removeIf(name -> name.startsWith("many") || !name.matches("[a-z./]*"));
    StringBuilder pairs = new StringBuilder();
    Path temporary = Files.copy(members.get("a.txt"), folder.resolve("outside"));
    members.forEach((name, file) -> pairs.append(name + "=" + file + ","));
    pairs.append("outside.txt=" + temporary);
    members.put("outside.txt", members.get("a.txt"));
    String target = Play.steps("body:dropped", "zip:" + pairs, "delete:" + temporary);
    Snapshot before = server.probe();

    holdsAllMembers(load(Browser.CLEAR, target));

    awaitGrown("Started", handedOff ? 1 : 0, before);
    assertThat(temporary).doesNotExist();
    if (handedOff) {
      Files.copy(members.get("a.txt"), temporary);
      try (RawConnection connection = RawConnection.to(server.httpPort())) {
        connection.ask(target, "Range: bytes=0-9").hasStatus(206);
      }
    }
  }
}
