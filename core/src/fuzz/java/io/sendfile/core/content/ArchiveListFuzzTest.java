package io.sendfile.core.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.core.archive.ListedFile;
import io.sendfile.core.zip.EntryNames;
import io.sendfile.core.zip.PortableNames;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lists of archives: refused in a sentence for a log line, or read as files whose names every
 * extractor finds below its folder, each once, and every system can make. A list gives the same
 * wherever its parts are divided; the first byte tells where.
 */
class ArchiveListFuzzTest extends FuzzTarget {
  @Override
  protected int rounds() {
    return 1_000;
  }

  @Override
  protected boolean check(byte[] input) {
    if (input.length == 0) {
      return false;
    }
    int cut = Math.min(input[0] & 0xff, input.length - 1);
    byte[] list = Arrays.copyOfRange(input, 1, input.length);
    Object whole = outcome(list);
    assertThat(outcome(divided(list, cut))).isEqualTo(whole);
    if (whole instanceof List<?> files) {
      checkNames(files);
      return true;
    }
    return false;
  }

  /** The list behind empty lines, so that its byte {@code cut} is the first of another part. */
  private static byte[] divided(byte[] list, int cut) {
    ByteArrayOutputStream longer = new ByteArrayOutputStream();
    longer.writeBytes("\n".repeat(ListBytes.PART_BYTES - cut).getBytes(US_ASCII));
    longer.writeBytes(list);
    return longer.toByteArray();
  }

  /** The files, or that the list is malformed. */
  private static Object outcome(byte[] list) {
    List<byte[]> parts = new ArrayList<>();
    for (int at = 0; at < list.length; at += ListBytes.PART_BYTES) {
      parts.add(Arrays.copyOfRange(list, at, Math.min(at + ListBytes.PART_BYTES, list.length)));
    }
    ArchiveList read =
        ArchiveList.of(new ListBytes(parts, list.length), true, "X-Archive-Files: 'zip'");
    assertThat(read.readingBytes()).isPositive();
    try {
      List<ListedFile> files = read.read();
      assertThat(files).hasSizeLessThanOrEqualTo(read.most());
      return files.stream()
          .map(file -> new ListedFile("", file.name(), file.target(), file.size(), file.crc()))
          .toList();
    } catch (MalformedListException e) {
      assertThat(e.detail().chars()).noneMatch(Character::isISOControl);
      return "malformed";
    }
  }

  private static void checkNames(List<?> members) {
    Set<String> files = new HashSet<>();
    Set<String> folders = new HashSet<>();
    for (Object each : members) {
      ListedFile member = (ListedFile) each;
      String name = member.name();
      assertThat(EntryNames.fault(name)).as(name).isNull();
      assertThat(PortableNames.of(name)).isEqualTo(name);
      String folded = PortableNames.folded(name);
      if (member.target() == null) {
        folders.add(folded);
      } else {
        assertThat(files.add(folded)).as("'%s' is there once", name).isTrue();
      }
      for (int i = folded.indexOf('/'); i >= 0; i = folded.indexOf('/', i + 1)) {
        folders.add(folded.substring(0, i));
      }
    }
    assertThat(files).doesNotContainAnyElementsOf(folders.isEmpty() ? Set.of("") : folders);
  }
}
