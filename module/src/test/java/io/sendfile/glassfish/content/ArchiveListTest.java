package io.sendfile.glassfish.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.content.HandOffRequest.Field;
import io.sendfile.glassfish.content.SendfileDirective.HandOffOfArchive;
import io.sendfile.glassfish.content.SendfileDirective.Malformed;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.files.Target;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveListTest {
  private static SendfileDirective directive(String value, byte[] list, Dialect dialect) {
    return HandOffRequest.of(200, List.of(Field.of(HandOffHeader.ARCHIVE_FILES, value)), null)
        .withList(ByteBuffer.wrap(list))
        .directive(dialect);
  }

  private static List<ListedFile> files(String list) {
    return ((HandOffOfArchive) directive("zip", list.getBytes(UTF_8), Dialect.DEFAULT)).files();
  }

  private static Malformed malformed(String list) {
    return (Malformed) directive("zip", list.getBytes(UTF_8), Dialect.DEFAULT);
  }

  @Test
  void readsTheLinesOfModZip() {
    assertThat(
            files(
                "1034ab38 428 files:foo.txt My Document1.txt\r\n"
                    + "\r\n"
                    + "-   100339 /srv/b%20c.txt   Ünï – 日本 .txt\n"
                    + "FFFFFFFF 0 files:d e\n"
                    + "0 0 @directory My empty directory"))
        .containsExactly(
            new ListedFile(
                "line 1",
                "My Document1.txt",
                new Target.InRoot("files", "foo.txt"),
                428,
                0x1034ab38),
            new ListedFile(
                "line 3", "Ünï – 日本 .txt", new Target.Absolute("/srv/b c.txt"), 100_339, null),
            new ListedFile("line 4", "e", new Target.InRoot("files", "d"), 0, -1),
            new ListedFile("line 5", "My empty directory", null, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "- 5 files:a",
        "5 files:a a",
        "123456789 5 files:a a",
        "xyz 5 files:a a",
        "- -5 files:a a",
        "- 5x files:a a",
        "- 9999999999999999999 files:a a",
        "- 5 a a",
        "- 5 files: a",
        "- 5 files:%zz a",
        "- 5 files:%00 a",
        "- 5 files:a ../a",
        "- 5 files:a good",
        "- 5 files:a a\u0007",
        "0 0 @directory ..",
      })
  void namesTheLineAtFault(String line) {
    Malformed malformed = malformed("- 5 files:a good\n" + line + "\n");

    assertThat(malformed.reason()).isEqualTo(RefusalReason.MALFORMED_VALUE);
    assertThat(malformed.detail()).contains("line 2 of the list");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\r\n", "0 0 @directory a"})
  void listsWithoutFileAreRefused(String list) {
    assertThat(malformed(list).detail()).contains("names no file");
  }

  @Test
  void otherEncodingsAreRefused() {
    byte[] latin = "- 5 files:a Grüße".getBytes(ISO_8859_1);

    assertThat(((Malformed) directive("zip", latin, Dialect.DEFAULT)).detail()).contains("UTF-8");
  }

  @ParameterizedTest
  @CsvSource({"tar, 4194304, malformed-value", "zip, 5, malformed-value", "zip, 0, archives-off"})
  void refusesOtherKindsAndLengths(String value, long most, String reason) {
    Dialect dialect = new Dialect(true, Dialect.DEFAULT.understood(), most);

    Malformed malformed = (Malformed) directive(value, "- 5 files:a a".getBytes(UTF_8), dialect);

    assertThat(malformed.reason().code()).isEqualTo(reason);
  }

  @Test
  void listIsNoAnswerToAnythingElse() {
    HandOffRequest error =
        HandOffRequest.of(500, List.of(Field.of(HandOffHeader.ARCHIVE_FILES, "zip")), null);
    assertThat(error.directive(Dialect.DEFAULT)).isInstanceOf(SendfileDirective.None.class);
    assertThat(error.asksForArchive()).isFalse();

    ByteBuffer list = ByteBuffer.wrap("- 5 files:a a".getBytes(UTF_8));
    assertThat(error.withList(list).directive(Dialect.DEFAULT)).isInstanceOf(Malformed.class);
  }

  @Test
  void otherHandOffBesideItIsAmbiguous() {
    HandOffRequest both =
        HandOffRequest.of(
            200,
            List.of(
                Field.of(HandOffHeader.ARCHIVE_FILES, "zip"),
                Field.of(HandOffHeader.SENDFILE, "files:a")),
            null);

    assertThat(((Malformed) both.directive(Dialect.DEFAULT)).reason())
        .isEqualTo(RefusalReason.AMBIGUOUS);
  }
}
