package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.ArchiveList;
import io.sendfile.core.content.ListBytes;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.transfer.Reservation;
import io.sendfile.grizzly.filter.RawClient.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of archives on their way from the application, and those that are refused. */
class ArchiveListsTest extends ArchiveServer {
  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 8192, 100_000})
  void takesListsInPieces(int piece) throws IOException {
    for (int i = 0; i < 3000; i++) {
      list.append("- 5 files:f0 copy-%d-of-the-first-one\n".formatted(i));
    }
    application =
        (request, response) -> {
          response.setHeader("X-Archive-Files", "zip");
          byte[] bytes = list.toString().getBytes(UTF_8);
          for (int at = 0; at < bytes.length; at += piece) {
            response.getOutputStream().write(bytes, at, Math.min(piece, bytes.length - at));
            if (at < 40 * piece) {
              response.getOutputStream().flush();
            }
          }
          response.getOutputStream().close();
        };
    assertThat(new String(whole(), ISO_8859_1)).contains("copy-2999-of");
  }

  @ParameterizedTest
  @CsvSource({
    "- 5 files:f0 ../evil, MALFORMED_VALUE, 500",
    "- 5 files:f0 /etc/passwd, MALFORMED_VALUE, 500",
    "- 5 files:f0 small.txt, MALFORMED_VALUE, 500",
    "- 5 files:f0 folder, MALFORMED_VALUE, 500",
    "- 5 files:f0, MALFORMED_VALUE, 500",
    "no list at all, MALFORMED_VALUE, 500",
    "- 5 files:../f0 a, OUTSIDE_ROOTS, 404",
    "- 5 files:missing a, MISSING, 404",
    "- 5 files:.hidden a, HIDDEN, 404",
    "- 5 nowhere:f0 a, UNKNOWN_ROOT, 404",
    "- 5 /etc/passwd a, OUTSIDE_ROOTS, 404",
    "- 6 files:f0 a, SIZE_DIFFERS, 404",
  })
  void refusesBadMembers(String line, RefusalReason reason, int status) throws IOException {
    Files.writeString(files.resolve(".hidden"), "12345");
    list.append(line).append('\n');

    Reply reply = get();

    assertThat(reply.status()).isEqualTo(status);
    assertThat(new String(reply.body(), ISO_8859_1)).startsWith(status + " ").doesNotContain("f0");
    assertThat(reply.headers()).doesNotContainKeys("X-Archive-Files", "Content-Disposition");
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsExactly(Map.entry(reason.code(), 1L));
    assertThat(noted.get(0).detail()).contains("line 7 ");
  }

  @Test
  void namesBecomePortable() throws IOException {
    list.append("- 5 files:f0 CON\n- 5 files:f0 SMALL.TXT\n");
    assertThat(new String(whole(), ISO_8859_1)).contains("CON_", "SMALL (2).TXT");
  }

  @Test
  void listWithoutMemoryIsRefusedForNow() throws IOException {
    try (Reservation others = engine.scheduler().reserveForList(this)) {
      others.resize(engine.settings().limits().inThisJvm().maxBytes() / 2);
      Reply reply = get();
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.header("Retry-After")).isEqualTo("5");
      assertThat(noted.get(0).detail()).contains("max-buffered-bytes");
    }
    assertThat(get().status()).isEqualTo(200);
    await("all is given back", () -> engine.scheduler().usage().heldBytes() == 0);
  }

  @Test
  void listClaimsItsLengthAndAPart() throws IOException {
    while (list.length() < 1_200_000) {
      list.append(" ".repeat(100)).append('\n');
    }
    long half = engine.settings().limits().inThisJvm().maxBytes() / 2;
    try (Reservation others = engine.scheduler().reserveForList(this)) {
      others.resize(half - list.length() - ListBytes.PART_BYTES);
      assertThat(get().status()).as("malformed").isEqualTo(500);
      others.resize(half - list.length() + 1);
      assertThat(get().status()).isEqualTo(503);
    }
    await("all is given back", () -> engine.scheduler().usage().heldBytes() == 0);
  }

  @Test
  void neverSendsListsThatItDoesNotObey() throws IOException {
    engine.apply(settingsWith("ENABLED", "false"));
    Reply reply = get();
    assertThat(reply.status()).isEqualTo(404);
    assertThat(new String(reply.body(), UTF_8)).doesNotContain("f0");
    engine.apply(settingsWith());
    list.append(" ".repeat(ArchiveList.MOST_BYTES)).append('\n');
    assertThat(get().status()).isEqualTo(500);
  }

  @Test
  void errorsOfTheApplicationPass() throws IOException {
    application =
        (request, response) -> {
          response.setHeader("X-Archive-Files", "zip");
          response.setStatus(403);
          response.getOutputStream().write("no".getBytes(UTF_8));
        };
    Reply reply = get();
    assertThat(reply.status()).isEqualTo(403);
    assertThat(new String(reply.body(), UTF_8)).isEqualTo("no");
    assertThat(reply.headers()).doesNotContainKey("X-Archive-Files");
  }

  /** Jersey does not write it. */
  @Test
  void headWithoutListTellsNoLength() throws IOException {
    application =
        (request, response) -> {
          response.setHeader("X-Archive-Files", "zip");
          response.setContentLength(17);
        };
    try (RawClient client = client()) {
      Reply reply = client.head("/");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.headers()).doesNotContainKeys("Content-Length", "X-Archive-Files");
    }
  }

  @Test
  void asynchronousApplicationsMayList() throws IOException {
    application =
        asynchronous(
            (request, response) -> {
              answer(response, list.toString());
              response.getOutputStream().flush();
            });
    assertThat(get().header("Content-Type")).isEqualTo("application/zip");
  }
}
