package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.operations.journal.JournalRecord.Line;
import java.util.zip.CRC32;

/**
 * Lines of a journal: none is read but those that are written, to the byte; with a fitting checksum
 * put into it, a line is read as what it says, or not at all.
 */
class JournalLineFuzzTest extends FuzzTarget {
  @Override
  protected boolean check(byte[] input) {
    String line = new String(input, ISO_8859_1);
    boolean read = isReadAsWritten(line);
    if (line.length() > 11) {
      String rest = line.substring(11);
      CRC32 sum = new CRC32();
      sum.update(rest.getBytes(ISO_8859_1));
      read |= isReadAsWritten("%c %08x %s".formatted(line.charAt(0), sum.getValue(), rest));
    }
    return read;
  }

  private static boolean isReadAsWritten(String line) {
    Line read = Line.read(line);
    if (read == null) {
      return false;
    }
    String written = new String(read.bytes(), ISO_8859_1);
    JournalRecord added = read.added();
    if (added == null || line.split(" ", 5)[3].equals(Long.toString(added.millis()))) {
      assertThat(written).isEqualTo(line + '\n');
    }
    return true;
  }
}
