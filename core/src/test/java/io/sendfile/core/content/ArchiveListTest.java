package io.sendfile.core.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sendfile.core.archive.ListedFile;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveListTest {
  private static SendfileDirective directive(String value, byte[] list, Dialect dialect) {
    return HandOffRequest.of(200, List.of(Field.of(HandOffHeader.ARCHIVE_FILES, value)), null)
        .withList(body(list))
        .directive(dialect);
  }

  private static ListBytes body(byte[] list) {
    List<byte[]> parts = new ArrayList<>();
    for (int at = 0; at < list.length; at += ListBytes.PART_BYTES) {
      parts.add(Arrays.copyOfRange(list, at, at + ListBytes.PART_BYTES));
    }
    return new ListBytes(parts, list.length);
  }

  private static ArchiveList list(byte[] list) {
    return ((HandOffOfArchive) directive("zip", list, Dialect.DEFAULT)).list();
  }

  private static String fault(byte[] list) {
    try {
      list(list).read();
      throw new AssertionError("was read");
    } catch (MalformedListException e) {
      return e.detail();
    }
  }

  private static String fault(String list) {
    return fault(list.getBytes(UTF_8));
  }

  private static String lines(String... names) {
    StringBuilder lines = new StringBuilder();
    for (String name : names) {
      boolean folder = name.endsWith("/");
      lines.append(folder ? "0 0 @directory " : "- 5 files:f ").append(name).append('\n');
    }
    return lines.toString();
  }

  private static List<String> names(String... names) throws MalformedListException {
    return list(lines(names).getBytes(UTF_8)).read().stream().map(ListedFile::name).toList();
  }

  /** Unpackers cannot make both, whatever the order. */
  @Test
  void fileThatIsAFolderOfOthersRefusesTheList() {
    for (String list : List.of(lines("a", "a/b"), lines("x/a/b/c", "x/a"), lines("a", "a/"))) {
      assertThat(fault(list.getBytes(UTF_8))).containsAnyOf("folder", "twice");
    }
  }

  @Test
  void folderMayHaveALineOfItsOwn() throws MalformedListException {
    assertThat(names("a/", "a/b", "a/c/", "ab", "a.b"))
        .containsExactly("a", "a/b", "a/c", "ab", "a.b");
  }

  @Test
  void namesThatSystemsTakeForOneGetNumbers() throws MalformedListException {
    assertThat(
            names(
                "Read.txt",
                "READ.TXT",
                "read.txt",
                "d/Gr\u00fc\u00dfe",
                "d/Gru\u0308\u00dfe",
                "D/other",
                "read (2).txt",
                "q?",
                "q*",
                ".x",
                ".X"))
        .containsExactly(
            "Read.txt",
            "READ (2).TXT",
            "read (3).txt",
            "d/Gr\u00fc\u00dfe",
            "d/Gru\u0308\u00dfe (2)",
            "D/other",
            "read (2) (2).txt",
            "q_",
            "q_ (2)",
            ".x",
            ".X (2)");
    assertThat(names("A", "a/b")).containsExactly("A (2)", "a/b");
    assertThat(names("A/", "a/", "a/b")).containsExactly("A", "a", "a/b");
  }

  /** Its folders, each with the names of all above it, would take 8 GB. */
  @Test
  void deepNamesTakeLittleMemory() throws MalformedListException {
    String deep = "a/".repeat(30_000);
    byte[] text = lines(deep + "1", deep + "2", deep + "B", "a/b/1").getBytes(UTF_8);
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    long before = threads.getCurrentThreadAllocatedBytes();
    list(text).read();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100 << 20);
    assertThat(fault((lines(deep + "1") + lines("a/a/a")).getBytes(UTF_8))).contains("folder");
  }

  @Test
  void readingTakesAFewBytesForEachNameAndFolder() {
    ArchiveList flat = list(lines("a").repeat(1000).getBytes(UTF_8));
    ArchiveList deep = list(lines("b/a").repeat(1000).getBytes(UTF_8));
    assertThat(flat.readingBytes()).isBetween(40_000L, 100_000L);
    assertThat(deep.readingBytes() - flat.readingBytes())
        .isEqualTo(1000 * (3 * "b/".length() + 54));
    assertThat(ArchiveList.of(Map.of("b/a", Path.of("/f")), Map.of(), "").readingBytes())
        .isEqualTo(3 * 4 + 44 + 54);
  }

  /** So that a list cannot have the server keep more names than it has claimed memory for. */
  @Test
  void numbersHaveABound() throws MalformedListException {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i <= ArchiveList.MOST_NUMBERED; i++) {
      list.append(lines("n" + i, "N" + i));
    }
    assertThat(fault(list.toString().getBytes(UTF_8))).contains("1000");
  }

  @Test
  void readsTheLinesOfModZip() throws MalformedListException {
    assertThat(
            read(
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

  private static List<ListedFile> read(String list) throws MalformedListException {
    return list(list.getBytes(UTF_8)).read();
  }

  @Test
  void placeOfALineIsKnownWithAndWithoutEmptyOnes() throws MalformedListException {
    String lines = "- 5 files:a a\n- 5 files:b b\n";
    assertThat(read(lines)).extracting(ListedFile::place).containsExactly("line 1", "line 2");
    assertThat(read("\n" + lines)).extracting(ListedFile::place).endsWith("line 2", "line 3");
  }

  @Test
  void readsLinesThatPartsDivide() throws MalformedListException {
    StringBuilder lines = new StringBuilder();
    List<String> names = new ArrayList<>();
    for (int i = 0; lines.length() < 3 * ListBytes.PART_BYTES; i++) {
      names.add("n" + i);
      lines.append(lines("n" + i));
    }
    assertThat(read(lines.toString())).extracting(ListedFile::name).isEqualTo(names);
  }

  @Test
  void equalTextsAreEqualLists() {
    byte[] text = "- 5 files:a a\n".getBytes(UTF_8);
    assertThat(list(text)).isEqualTo(list(text.clone())).hasSameHashCodeAs(list(text.clone()));
    assertThat(list(text)).isNotEqualTo(list("- 5 files:a b\n".getBytes(UTF_8)));
    byte[] twoParts = "- 5 files:a a\n".repeat(5000).getBytes(UTF_8);
    assertThat(body(twoParts)).isEqualTo(body(twoParts.clone()));
    byte[] otherEnd = twoParts.clone();
    otherEnd[otherEnd.length - 2] = 'b';
    assertThat(body(twoParts)).isNotEqualTo(body(otherEnd));
    Map<String, Path> passed = Map.of("a", Path.of("a"));
    assertThat(ArchiveList.of(passed, Map.of(), ""))
        .isNotEqualTo(ArchiveList.of(passed, Map.of(), ""));
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
    assertThat(fault("- 5 files:a good\n" + line + "\n"))
        .startsWith("X-Archive-Files: 'zip': line 2 of the list");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\r\n", "0 0 @directory a"})
  void listsWithoutFileAreRefused(String list) {
    assertThat(fault(list)).contains("names no file");
  }

  @Test
  void otherEncodingsAreRefused() {
    byte[] latin = "- 5 files:a Grüße".getBytes(ISO_8859_1);

    assertThat(fault(latin)).contains("UTF-8");
  }

  @Test
  void refusesOtherKindsAndLengths() {
    byte[] list = "- 5 files:a a\n".getBytes(UTF_8);
    byte[] longer = Arrays.copyOf(list, ArchiveList.MOST_BYTES + 1);

    assertThat(directive("tar", list, Dialect.DEFAULT)).isInstanceOf(Malformed.class);
    assertThat(directive("zip", longer, Dialect.DEFAULT))
        .asInstanceOf(InstanceOfAssertFactories.type(Malformed.class))
        .extracting(Malformed::detail)
        .asString()
        .contains("4194304 bytes", "fewer files");
  }

  @Test
  void listIsNoAnswerToAnythingElse() {
    HandOffRequest error =
        HandOffRequest.of(500, List.of(Field.of(HandOffHeader.ARCHIVE_FILES, "zip")), null);
    assertThat(error.directive(Dialect.DEFAULT)).isInstanceOf(SendfileDirective.NoHandOff.class);
    assertThat(error.asksForArchive()).isFalse();

    ListBytes list = body("- 5 files:a a".getBytes(UTF_8));
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
