package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives, listed in the body of an application, over each way of sending. */
class ArchiveHandOffTest {
  abstract static class Contract extends ArchiveServer {
    @Test
    void sendsArchiveOfItsMembers() throws Exception {
      Reply reply = get();

      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("Content-Length")).isEqualTo("" + reply.body().length);
      assertThat(reply.header("Content-Type")).isEqualTo("application/zip");
      assertThat(reply.header("Content-Disposition")).isEqualTo("attachment; filename=x.zip");
      assertThat(reply.header("Accept-Ranges")).isEqualTo("bytes");
      assertThat(reply.header("ETag")).startsWith("\"");
      assertThat(reply.headers()).doesNotContainKeys("X-Archive-Files", "Last-Modified");
      try (ZipFile zip = new ZipFile(Files.write(temp.resolve("a.zip"), reply.body()).toFile())) {
        assertThat(zip.size()).isEqualTo(6);
        for (Map.Entry<String, byte[]> member : members.entrySet()) {
          ZipEntry entry = zip.getEntry(member.getKey());
          assertBytes(zip.getInputStream(entry).readAllBytes(), member.getValue());
          assertThat(entry.getLastModifiedTime()).isEqualTo(SETTLED);
        }
      }
      assertThat(awaitEnd(Outcome.COMPLETED).path()).isEqualTo("f0 and 5 more (zip)");
    }

    @Test
    void everyRangeHasTheBytesOfTheWhole() throws IOException {
      byte[] whole = whole();
      String etag = get().header("ETag");
      Random random = new Random(7);

      for (int i = 0; i < 40; i++) {
        int first = random.nextInt(whole.length);
        int last = first + random.nextInt(Math.min(200_000, whole.length - first));
        Reply part = get("Range: bytes=" + first + "-" + last, "If-Range: " + etag);
        assertThat(part.status()).isEqualTo(206);
        assertBytes(part.body(), Arrays.copyOfRange(whole, first, last + 1));
      }
    }

    /** Nothing has read the checksums yet. */
    @ParameterizedTest
    @ValueSource(ints = {1, 30, 1_000_000, 3_000_200, 3_220_000})
    void resumesBeforeAnyChecksumIsKnown(int first) throws Exception {
      byte[] rest = get("Range: bytes=" + first + "-").body();

      byte[] whole = whole();
      assertBytes(rest, Arrays.copyOfRange(whole, first, whole.length));
    }

    @Test
    void severalRangesAreParts() throws IOException {
      byte[] whole = whole();

      Reply reply = get("Range: bytes=0-99,3000000-3000099,-50");

      assertThat(reply.status()).isEqualTo(206);
      String text = new String(reply.body(), ISO_8859_1);
      assertThat(text)
          .contains(new String(whole, 0, 100, ISO_8859_1))
          .contains(new String(whole, 3_000_000, 100, ISO_8859_1))
          .contains(new String(whole, whole.length - 50, 50, ISO_8859_1));
    }

    @Test
    void answersConditions() throws IOException {
      Reply whole = get();
      String etag = whole.header("ETag");

      assertThat(get("If-None-Match: " + etag).status()).isEqualTo(304);
      assertThat(get("If-Match: \"other\"").status()).isEqualTo(412);
      assertThat(get("Range: bytes=0-0", "If-Range: \"other\"").status()).isEqualTo(200);
      assertThat(get("Range: bytes=99999999-").header("Content-Range"))
          .isEqualTo("bytes */" + whole.body().length);
      assertThat(get("If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT").status()).isEqualTo(200);
      try (RawClient client = client()) {
        assertThat(client.head("/").header("Content-Length"))
            .isEqualTo(whole.header("Content-Length"));
      }
    }

    @Test
    void tagIsThatOfTheMembers() throws IOException {
      String before = get().header("ETag");
      assertThat(get().header("ETag")).isEqualTo(before);

      Files.setLastModifiedTime(files.resolve("f1"), FileTime.from(Instant.EPOCH));

      assertThat(get().header("ETag")).isNotEqualTo(before);
    }

    @Test
    void memberThatChangesEndsTheTransfer() throws Exception {
      sparseFile("big", 10_000_000);
      list.append("- 10000000 files:big big\n- 5 files:f0 last\n");
      try (Socket socket = connectSlowly();
          RawClient client = new RawClient(socket)) {
        client.sendGet("/").readHead();
        await("the transfer runs", () -> !engine.scheduler().transfers().isEmpty());
        Files.writeString(files.resolve("f0"), "other");
        client.drain();
      }
      assertThat(awaitEnd().outcome()).isEqualTo(Outcome.CHANGED);
    }

    @Test
    void clientThatLeavesLeavesNothing() throws Exception {
      sparseFile("big", 10_000_000);
      list.append("- 10000000 files:big big\n");
      try (Socket socket = connectSlowly();
          RawClient client = new RawClient(socket)) {
        client.sendGet("/").readHead();
        client.abort();
      }
      awaitEnd(Outcome.CLIENT_ABORTED);
    }

    /** With small buffers, so that most of the archive waits in the server. */
    private Socket connectSlowly() throws IOException {
      return connect(10_000);
    }

    @Test
    void connectionGoesOnAfterArchives() throws IOException {
      try (RawClient client = client()) {
        byte[] first = client.get("/").body();
        assertBytes(client.get("/").body(), first);
        assertBytes(client.get("/").body(), first);
      }
    }
  }

  /** By zero-copy. */
  @Nested
  class Clear extends Contract {}

  /** By workers that wait for their client. */
  @Nested
  class Blocking extends Contract {
    @Override
    String[] settings() {
      return new String[] {"ALGORITHM", "simple-blocking"};
    }
  }

  /** Through buffers. */
  @Nested
  class Tls extends Contract {
    Tls() {
      overTls = true;
    }
  }
}
