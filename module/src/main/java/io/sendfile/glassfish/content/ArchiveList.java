package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.HeaderText.MalformedTextException;
import io.sendfile.glassfish.files.Escapes;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.zip.EntryNames;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collects the members of an archive, and refuses names that an extractor should not see. {@link
 * #parse} reads them from a body in the format of mod_zip for nginx: lines of a CRC-32 or {@code
 * -}, a size, a location and a name, with blanks between. For one thread.
 */
final class ArchiveList {
  /** Location of an empty folder. */
  private static final String FOLDER = "@directory";

  private static final Pattern LINE =
      Pattern.compile("([0-9a-fA-F]{1,8}|-) +([0-9]{1,18}) +([^ ]+) +([^ ].*)");

  private final List<ListedFile> files = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private boolean namesFile;

  /**
   * The members in a body.
   *
   * @param unescape whether locations are percent-decoded
   * @throws MalformedTextException whose message names the line
   */
  static List<ListedFile> parse(ByteBuffer body, boolean unescape) throws MalformedTextException {
    ArchiveList list = new ArchiveList();
    ByteBuffer rest = body.duplicate();
    for (int number = 1; rest.hasRemaining(); number++) {
      ByteBuffer line = line(rest);
      if (line.hasRemaining()) {
        String place = "line " + number;
        list.add(place, text(line, place), unescape);
      }
    }
    return list.files();
  }

  /** The next line without its end, which may be LF or CR LF. */
  private static ByteBuffer line(ByteBuffer rest) {
    int start = rest.position();
    int end = start;
    while (end < rest.limit() && rest.get(end) != '\n') {
      end++;
    }
    rest.position(Math.min(end + 1, rest.limit()));
    int last = end > start && rest.get(end - 1) == '\r' ? end - 1 : end;
    return rest.duplicate().position(start).limit(last);
  }

  private static String text(ByteBuffer line, String place) throws MalformedTextException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(line).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedTextException(
          place + " of the list is not UTF-8; call response.setCharacterEncoding(\"UTF-8\")");
    }
  }

  private void add(String place, String line, boolean unescape) throws MalformedTextException {
    Matcher fields = LINE.matcher(line);
    if (!fields.matches()) {
      throw new MalformedTextException(
          place
              + " of the list, '"
              + Escapes.forLog(line)
              + "', is not a CRC-32 in hexadecimal digits or -, a size, a location and a name, with"
              + " blanks between");
    }
    long size = Long.parseLong(fields.group(2));
    String location = fields.group(3);
    String name = fields.group(4);
    if (location.equals(FOLDER)) {
      add(place, name.endsWith("/") ? name.substring(0, name.length() - 1) : name, null, 0, 0);
      return;
    }
    String crc = fields.group(1);
    add(
        place,
        name,
        target(place, location, unescape),
        size,
        crc.equals("-") ? null : Integer.parseUnsignedInt(crc, 16));
  }

  private static Target target(String place, String location, boolean unescape)
      throws MalformedTextException {
    try {
      return HeaderText.target(HeaderText.decode(location, unescape), File.separatorChar == '\\');
    } catch (MalformedTextException e) {
      throw new MalformedTextException(
          place
              + " of the list: the location '"
              + Escapes.forLog(location)
              + "' "
              + e.getMessage());
    }
  }

  /**
   * Adds a member.
   *
   * @throws MalformedTextException if its name may not be in an archive, or is there already
   */
  void add(String place, String name, @Nullable Target target, long size, @Nullable Integer crc)
      throws MalformedTextException {
    String fault = EntryNames.fault(name);
    if (fault == null && !names.add(name)) {
      fault = "is in the list twice";
    }
    if (fault != null) {
      throw new MalformedTextException(
          place + " of the list: the name '" + Escapes.forLog(name) + "' " + fault);
    }
    namesFile |= target != null;
    files.add(new ListedFile(place, name, target, size, crc));
  }

  /**
   * The members.
   *
   * @throws MalformedTextException if none of them is a file
   */
  List<ListedFile> files() throws MalformedTextException {
    if (!namesFile) {
      throw new MalformedTextException("the list names no file");
    }
    return files;
  }
}
