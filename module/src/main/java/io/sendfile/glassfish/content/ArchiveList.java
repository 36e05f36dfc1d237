package io.sendfile.glassfish.content;

import io.sendfile.glassfish.archive.ListedFile;
import io.sendfile.glassfish.content.HeaderText.MalformedTextException;
import io.sendfile.glassfish.files.Escapes;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.zip.EntryNames;
import io.sendfile.glassfish.zip.PortableNames;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The members that an application wants in an archive, as it gave them: a body in the format of
 * mod_zip for nginx, lines of a CRC-32 or {@code -}, a size, a location and a name, with blanks
 * between; or names and paths. Nothing is read before {@link #read}, so that the memory for it can
 * be claimed first; equal bodies are equal. Immutable.
 */
public final class ArchiveList {
  /** Memory for each member while the list is read: its name and its folder's, besides text. */
  private static final int READING_BYTES = 250;

  /** Most members that get a number. */
  static final int MOST_NUMBERED = 1000;

  static final ArchiveList NONE = of(ByteBuffer.allocate(0), false, "");

  /** Location of an empty folder. */
  private static final String FOLDER = "@directory";

  private static final Pattern LINE =
      Pattern.compile("([0-9a-fA-F]{1,8}|-) +([0-9]{1,18}) +([^ ]+) +([^ ].*)");

  private final ByteBuffer body;
  private final boolean unescape;
  private final @Nullable Map<?, ?> passed;
  private final String label;

  private ArchiveList(ByteBuffer body, boolean unescape, @Nullable Map<?, ?> passed, String label) {
    this.body = body;
    this.unescape = unescape;
    this.passed = passed;
    this.label = label;
  }

  /** The list has a fault, escaped for a log line. */
  public static final class MalformedListException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String detail;

    MalformedListException(String detail) {
      super(detail, null, false, false);
      this.detail = detail;
    }

    /** The fault. */
    public String detail() {
      return detail;
    }
  }

  /**
   * The list in a body.
   *
   * @param unescape whether locations are percent-decoded
   * @param label who asks, for messages
   */
  static ArchiveList of(ByteBuffer body, boolean unescape, String label) {
    return new ArchiveList(body, unescape, null, label);
  }

  /** Names and paths. */
  static ArchiveList of(Map<?, ?> passed, String label) {
    return new ArchiveList(ByteBuffer.allocate(0), false, passed, label);
  }

  /** Whether equal lists may share what is found out about their members. */
  public boolean isText() {
    return passed == null;
  }

  /** Memory that {@link #read} needs for a while: the names of all members. */
  public long readingBytes() {
    long names = 3L * body.remaining();
    if (passed != null) {
      for (Object name : passed.keySet()) {
        names += name instanceof String text ? 4L * text.length() : 0;
      }
    }
    return names + (long) READING_BYTES * most();
  }

  /** The number of its members at most, counted without reading them. */
  public int most() {
    if (passed != null) {
      return passed.size();
    }
    int lines = 1;
    for (int i = body.position(); i < body.limit(); i++) {
      if (body.get(i) == '\n') {
        lines++;
      }
    }
    return lines;
  }

  /**
   * Reads and checks the members. They stay in the list as they are: an element is made whenever it
   * is asked for.
   *
   * @param choice what becomes of names that some systems cannot make or tell apart
   * @throws MalformedListException if a member is malformed, its name may not be in an archive or
   *     is there already, or none of them is a file
   */
  public List<ListedFile> read(ArchiveNames choice) throws MalformedListException {
    try {
      Members members = passed == null ? new Lines() : new Passed(passed);
      new Check(members, choice).run();
      return members;
    } catch (MalformedTextException e) {
      throw new MalformedListException(label + ": " + e.getMessage());
    }
  }

  /** Checks the names of all members against each other, and chooses others for some. */
  private static final class Check {
    private final Members members;
    private final ArchiveNames choice;

    /** Members by their names, one for all that a system may take for one. */
    private final Map<String, Integer> entries = new HashMap<>();

    /** Folders of other members, each as it is written first. */
    private final Map<String, String> folders = new HashMap<>();

    Check(Members members, ArchiveNames choice) {
      this.members = members;
      this.choice = choice;
      members.portable = choice == ArchiveNames.RENAME;
    }

    void run() throws MalformedTextException {
      boolean namesFile = false;
      for (int i = 0; i < members.size(); i++) {
        ListedFile member = members.written(i);
        refuse(member, EntryNames.fault(member.name()));
        if (choice == ArchiveNames.REFUSE) {
          refuse(member, PortableNames.fault(member.name()));
        }
        addFolders(member.name(), members.parse(i).name());
        namesFile |= member.target() != null;
      }
      if (!namesFile) {
        throw new MalformedTextException("the list names no file");
      }
      for (int i = 0; i < members.size(); i++) {
        add(i, members.written(i), members.parse(i).name());
      }
    }

    private static void refuse(ListedFile member, @Nullable String fault)
        throws MalformedTextException {
      if (fault != null) {
        throw new MalformedTextException(
            member.place()
                + " of the list: the name '"
                + Escapes.forLog(member.name())
                + "' "
                + fault);
      }
    }

    private String folded(String name) {
      return choice == ArchiveNames.ALLOW ? name : PortableNames.folded(name);
    }

    private void addFolders(String written, String name) {
      int at = name.indexOf('/');
      for (int end = written.indexOf('/'); end >= 0; end = written.indexOf('/', end + 1)) {
        folders.putIfAbsent(folded(name.substring(0, at)), written.substring(0, end));
        at = name.indexOf('/', at + 1);
      }
    }

    private void add(int index, ListedFile member, String name) throws MalformedTextException {
      boolean isFile = member.target() != null;
      String folded = folded(name);
      String folder = isFile ? folders.get(folded) : null;
      if (member.name().equals(folder)) {
        refuse(member, "is that of a folder, too, in which there are others");
      }
      Integer other = entries.get(folded);
      if (other == null && folder == null) {
        entries.put(folded, index);
        return;
      }
      ListedFile first = other == null ? null : members.written(other);
      if (first != null && first.name().equals(member.name())) {
        refuse(member, "is in the list twice");
      }
      if (first != null && !isFile && first.target() == null) {
        return;
      }
      if (choice == ArchiveNames.REFUSE) {
        refuse(
            member,
            "differs only by case or Unicode form from another one, and some systems take both for"
                + " one; name it otherwise, or set archive-names to rename or allow");
      }
      number(index, member, name);
    }

    private void number(int index, ListedFile member, String name) throws MalformedTextException {
      if (members.numbered.size() == MOST_NUMBERED) {
        refuse(
            member,
            "is one of more than "
                + MOST_NUMBERED
                + " that some system takes for others; name them otherwise");
      }
      int number = 2;
      String other = PortableNames.numbered(name, number);
      while (entries.containsKey(folded(other)) || folders.containsKey(folded(other))) {
        other = PortableNames.numbered(name, ++number);
      }
      entries.put(folded(other), index);
      members.numbered.put(index, other);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ArchiveList that
        && passed == null
        && that.passed == null
        && unescape == that.unescape
        && body.equals(that.body);
  }

  @Override
  public int hashCode() {
    CRC32 crc = new CRC32();
    crc.update(body.duplicate());
    return (int) crc.getValue();
  }

  /** Members that are made when asked for. */
  private abstract static class Members extends AbstractList<ListedFile> implements RandomAccess {
    /** Names that were chosen for some of them. */
    final Map<Integer, String> numbered = new HashMap<>();

    boolean portable;

    /** As the application has written it. */
    abstract ListedFile written(int index) throws MalformedTextException;

    final ListedFile parse(int index) throws MalformedTextException {
      ListedFile member = written(index);
      String other = numbered.get(index);
      if (other == null) {
        other = portable ? PortableNames.of(member.name()) : member.name();
      }
      return other.equals(member.name()) ? member : member.named(other);
    }

    @Override
    public ListedFile get(int index) {
      try {
        return parse(index);
      } catch (MalformedTextException e) {
        throw new IllegalStateException("was well-formed before", e);
      }
    }
  }

  /** The lines of the body, without empty ones. */
  private final class Lines extends Members {
    private final int[] starts;

    /** Their numbers; null if each line has a member. */
    private final int @Nullable [] numbers;

    Lines() {
      int[] found = new int[most()];
      int[] counted = new int[found.length];
      int n = 0;
      int number = 0;
      for (int at = body.position(); at < body.limit(); at = end(at) + 1) {
        number++;
        if (line(at).hasRemaining()) {
          found[n] = at;
          counted[n++] = number;
        }
      }
      starts = n == found.length ? found : Arrays.copyOf(found, n);
      numbers = n == number ? null : Arrays.copyOf(counted, n);
    }

    private int end(int start) {
      int end = start;
      while (end < body.limit() && body.get(end) != '\n') {
        end++;
      }
      return end;
    }

    /** The line without its end, which may be LF or CR LF. */
    private ByteBuffer line(int start) {
      int end = end(start);
      int last = end > start && body.get(end - 1) == '\r' ? end - 1 : end;
      return body.duplicate().position(start).limit(last);
    }

    @Override
    public int size() {
      return starts.length;
    }

    @Override
    ListedFile written(int index) throws MalformedTextException {
      String place = "line " + (numbers == null ? index + 1 : numbers[index]);
      String line = text(line(starts[index]), place);
      Matcher fields = LINE.matcher(line);
      if (!fields.matches()) {
        throw new MalformedTextException(
            place
                + " of the list, '"
                + Escapes.forLog(line)
                + "', is not a CRC-32 in hexadecimal digits or -, a size, a location and a name,"
                + " with blanks between");
      }
      String location = fields.group(3);
      String name = fields.group(4);
      if (location.equals(FOLDER)) {
        String plain = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        return new ListedFile(place, plain, null, 0, 0);
      }
      String crc = fields.group(1);
      return new ListedFile(
          place,
          name,
          target(place, location),
          Long.parseLong(fields.group(2)),
          crc.equals("-") ? null : Integer.parseUnsignedInt(crc, 16));
    }

    private Target target(String place, String location) throws MalformedTextException {
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
  }

  private static String text(ByteBuffer line, String place) throws MalformedTextException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(line).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedTextException(
          place + " of the list is not UTF-8; call response.setCharacterEncoding(\"UTF-8\")");
    }
  }

  /** Names and paths, as the application's objects. */
  private static final class Passed extends Members {
    private final Object[] names;
    private final Object[] paths;

    Passed(Map<?, ?> files) throws MalformedTextException {
      Object[] keys = files.keySet().toArray();
      for (Object key : keys) {
        if (!(key instanceof String)) {
          throw new MalformedTextException(
              "names must be Strings; found " + FileAttributes.describe(key));
        }
      }
      names = keys;
      paths = new Object[keys.length];
      Arrays.setAll(paths, i -> files.get(keys[i]));
    }

    @Override
    public int size() {
      return names.length;
    }

    @Override
    ListedFile written(int index) throws MalformedTextException {
      Target target = PassedFile.target(paths[index]);
      return new ListedFile("file " + (index + 1), (String) names[index], target, -1, null);
    }
  }
}
