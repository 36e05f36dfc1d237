package io.sendfile.core.content;

import io.sendfile.core.archive.ListedFile;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.Target;
import io.sendfile.core.zip.EntryNames;
import io.sendfile.core.zip.PortableNames;
import io.sendfile.spi.Escapes;
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
import org.jspecify.annotations.Nullable;

/**
 * The members that an application wants in an archive, as it gave them: a body in the format of
 * mod_zip for nginx, lines of a CRC-32 or {@code -}, a size, a location and a name, with blanks
 * between; or names and paths. Nothing is read before {@link #read}, so that the memory for it can
 * be claimed first; equal bodies are equal. Immutable.
 */
public final class ArchiveList {
  /** Longest body: 40,000 members of a hundred bytes each. */
  public static final int MOST_BYTES = 4 << 20;

  /** Memory for each member while the list is read: hash and number at most, besides text. */
  private static final int READING_BYTES = 8 + Hashed.MOST_BYTES;

  /** Most members that get a number. */
  static final int MOST_NUMBERED = 1000;

  static final ArchiveList NONE = of(ListBytes.EMPTY, false, "");

  /** Location of an empty folder. */
  private static final String FOLDER = "@directory";

  private static final Pattern LINE =
      Pattern.compile("([0-9a-fA-F]{1,8}|-) +([0-9]{1,18}) +([^ ]+) +([^ ].*)");

  private final ListBytes body;
  private final boolean unescape;
  private final @Nullable Map<?, ?> passed;
  private final String label;

  /** The files of {@link #passed} that are open already, by their names; others close them. */
  private final Map<?, OpenFile> opened;

  private ArchiveList(
      ListBytes body,
      boolean unescape,
      @Nullable Map<?, ?> passed,
      Map<?, OpenFile> opened,
      String label) {
    this.body = body;
    this.unescape = unescape;
    this.passed = passed;
    this.opened = opened;
    this.label = label;
  }

  /**
   * The list in a body.
   *
   * @param unescape whether locations are percent-decoded
   * @param label who asks, for messages
   */
  static ArchiveList of(ListBytes body, boolean unescape, String label) {
    return new ArchiveList(body, unescape, null, Map.of(), label);
  }

  /**
   * Names and paths.
   *
   * @param opened files that are open already, by their names, until the archive is closed
   */
  static ArchiveList of(Map<?, ?> passed, Map<?, OpenFile> opened, String label) {
    return new ArchiveList(ListBytes.EMPTY, false, passed, opened, label);
  }

  /** Memory that {@link #read} needs for a while: for text, members and folders in names. */
  public long readingBytes() {
    long text = 3L * body.length();
    long folders = foldersInBody();
    if (passed != null) {
      for (Object name : passed.keySet()) {
        if (name instanceof String written) {
          text += 4L * written.length();
          folders += written.chars().filter(c -> c == '/').count();
        }
      }
    }
    return text + (long) READING_BYTES * most() + Hashed.MOST_BYTES_GROWING * folders;
  }

  /** The slashes in names, each after three other fields of its line. */
  private long foldersInBody() {
    long slashes = 0;
    int fields = 0;
    byte before = '\n';
    for (int i = 0; i < body.length(); i++) {
      byte c = body.get(i);
      if (c == '\n') {
        fields = 0;
      } else if (c == ' ' && before != ' ') {
        fields++;
      } else if (c == '/' && fields >= 3) {
        slashes++;
      }
      before = c;
    }
    return slashes;
  }

  /** The number of its members at most, counted without reading them. */
  public int most() {
    if (passed != null) {
      return passed.size();
    }
    int lines = 1;
    for (int i = 0; i < body.length(); i++) {
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
   * @throws MalformedListException if a member is malformed, its name may not be in an archive or
   *     is there already, or none of them is a file
   */
  public List<ListedFile> read() throws MalformedListException {
    try {
      MadeMembers members = passed == null ? new BodyLines() : new Passed(passed, opened);
      new Check(members).run();
      return members;
    } catch (MalformedTextException e) {
      throw new MalformedListException(label + ": " + e.getMessage());
    }
  }

  /** Checks the names of all members against each other, and chooses others for some. */
  private static final class Check {
    private final MadeMembers members;

    /** Members by their names, one for all that a system may take for one. */
    private final Hashed entries;

    /** Folders of other members, each by the member that names it first. */
    private final Hashed folders = new Hashed(0);

    Check(MadeMembers members) {
      this.members = members;
      this.entries = new Hashed(members.size());
    }

    void run() throws MalformedTextException {
      boolean namesFile = false;
      for (int i = 0; i < members.size(); i++) {
        ListedFile member = members.written(i);
        refuse(member, EntryNames.fault(member.name()));
        addFolders(i, PortableNames.folded(members.named(i, member.name())));
        namesFile |= member.target() != null;
      }
      if (!namesFile) {
        throw new MalformedTextException("the list names no file");
      }
      for (int i = 0; i < members.size(); i++) {
        ListedFile member = members.written(i);
        add(i, member, members.named(i, member.name()));
      }
    }

    private static void refuse(ListedFile member, @Nullable String fault)
        throws MalformedTextException {
      if (fault != null) {
        throw new MalformedTextException(
            String.format(
                "%s of the list: the name '%s' %s",
                member.place(), Escapes.forLog(member.name()), fault));
      }
    }

    private void addFolders(int index, String folded) {
      long hash = Hashed.SEED;
      for (int i = 0; i < folded.length(); i++) {
        if (folded.charAt(i) == '/') {
          folders.putIfAbsent(hash, index);
        }
        hash = Hashed.next(hash, folded.charAt(i));
      }
    }

    /** The member that some system takes for one with another name; -1 if none does. */
    private int entry(String folded) throws MalformedTextException {
      long hash = Hashed.of(folded);
      int slot = entries.first(hash);
      while (slot >= 0
          && !folded.equals(PortableNames.folded(members.parse(entries.member(slot)).name()))) {
        slot = entries.after(slot, hash);
      }
      return slot < 0 ? -1 : entries.member(slot);
    }

    /** The folder as it is written first, which some system takes for one; null if none does. */
    private @Nullable String folder(String folded) throws MalformedTextException {
      int slot = folders.first(Hashed.of(folded));
      if (slot < 0) {
        return null;
      }
      int member = folders.member(slot);
      if (!PortableNames.folded(members.parse(member).name()).startsWith(folded + '/')) {
        return null;
      }
      String written = members.written(member).name();
      int end = written.indexOf('/');
      for (int i = folded.indexOf('/'); i >= 0; i = folded.indexOf('/', i + 1)) {
        end = written.indexOf('/', end + 1);
      }
      return written.substring(0, end);
    }

    private void add(int index, ListedFile member, String name) throws MalformedTextException {
      boolean isFile = member.target() != null;
      String folded = PortableNames.folded(name);
      String folder = isFile ? folder(folded) : null;
      if (member.name().equals(folder)) {
        refuse(member, "is also the name of a folder with other members");
      }
      int other = entry(folded);
      if (other < 0 && folder == null) {
        entries.put(Hashed.of(folded), index);
        return;
      }
      ListedFile first = other < 0 ? null : members.written(other);
      if (first != null && first.name().equals(member.name())) {
        refuse(member, "is in the list twice");
      }
      if (first != null && !isFile && first.target() == null) {
        return;
      }
      number(index, member, name);
    }

    private void number(int index, ListedFile member, String name) throws MalformedTextException {
      if (members.numbered.size() == MOST_NUMBERED) {
        refuse(
            member,
            String.format(
                "is one of more than %s that some system takes for others; name them"
                    + " otherwise",
                MOST_NUMBERED));
      }
      int number = 2;
      String other = PortableNames.numbered(name, number);
      while (entry(PortableNames.folded(other)) >= 0
          || folder(PortableNames.folded(other)) != null) {
        other = PortableNames.numbered(name, ++number);
      }
      entries.put(Hashed.of(PortableNames.folded(other)), index);
      members.numbered.put(index, other);
    }
  }

  /**
   * Numbers of members by hashes of names: a few bytes for each, however long the names are. Who
   * finds one compares the names. Open addressing, at most two of three slots full.
   */
  private static final class Hashed {
    /** Memory for each at most, if their number is known. */
    static final int MOST_BYTES = 3 * (Long.BYTES + Integer.BYTES);

    /** Memory for each at most, while they grow out of half the slots. */
    static final int MOST_BYTES_GROWING = MOST_BYTES + MOST_BYTES / 2;

    static final long SEED = 0x9E3779B97F4A7C15L;

    /** 0 in a free slot. */
    private long[] hashes;

    private int[] members;
    private int size;

    Hashed(int most) {
      int slots = Math.max(4, Integer.highestOneBit(most + most / 2) << 1);
      hashes = new long[slots];
      members = new int[slots];
    }

    static long of(String name) {
      long hash = SEED;
      for (int i = 0; i < name.length(); i++) {
        hash = next(hash, name.charAt(i));
      }
      return hash;
    }

    /** The hash of a name with one more character. */
    static long next(long hash, char c) {
      long mixed = (hash ^ c) * 0xFF51AFD7ED558CCDL;
      mixed ^= mixed >>> 32;
      return mixed == 0 ? SEED : mixed;
    }

    /** The first slot with a hash; -1 if there is none. */
    int first(long hash) {
      return at(slot(hash), hash);
    }

    /** The next slot with a hash; -1 if there is none. */
    int after(int slot, long hash) {
      return at(slot + 1 & hashes.length - 1, hash);
    }

    private int slot(long hash) {
      return (int) hash & hashes.length - 1;
    }

    private int at(int from, long hash) {
      int slot = from;
      while (hashes[slot] != hash) {
        if (hashes[slot] == 0) {
          return -1;
        }
        slot = slot + 1 & hashes.length - 1;
      }
      return slot;
    }

    int member(int slot) {
      return members[slot];
    }

    void putIfAbsent(long hash, int member) {
      if (first(hash) < 0) {
        put(hash, member);
      }
    }

    void put(long hash, int member) {
      if (3 * (size + 1) > 2 * hashes.length) {
        grow();
      }
      int slot = slot(hash);
      while (hashes[slot] != 0) {
        slot = slot + 1 & hashes.length - 1;
      }
      hashes[slot] = hash;
      members[slot] = member;
      size++;
    }

    private void grow() {
      long[] hashesBefore = hashes;
      int[] membersBefore = members;
      hashes = new long[2 * hashesBefore.length];
      members = new int[hashes.length];
      size = 0;
      for (int i = 0; i < hashesBefore.length; i++) {
        if (hashesBefore[i] != 0) {
          put(hashesBefore[i], membersBefore[i]);
        }
      }
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
    return body.hashCode();
  }

  /** Members that are made when asked for. */
  private abstract static class MadeMembers extends AbstractList<ListedFile>
      implements RandomAccess {
    /** Names that were chosen for some of them. */
    final Map<Integer, String> numbered = new HashMap<>();

    /** As the application has written it. */
    abstract ListedFile written(int index) throws MalformedTextException;

    final ListedFile parse(int index) throws MalformedTextException {
      ListedFile member = written(index);
      String other = named(index, member.name());
      return other.equals(member.name()) ? member : member.named(other);
    }

    /** The name in the archive. */
    final String named(int index, String written) {
      String other = numbered.isEmpty() ? null : numbered.get(index);
      return other == null ? PortableNames.of(written) : other;
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
  private final class BodyLines extends MadeMembers {
    private final int[] starts;

    /** Their numbers; null if each line has a member. */
    private final int @Nullable [] numbers;

    BodyLines() {
      int[] found = new int[most()];
      int[] counted = new int[found.length];
      int n = 0;
      int number = 0;
      for (int at = 0; at < body.length(); at = end(at) + 1) {
        number++;
        if (lastOf(at) > at) {
          found[n] = at;
          counted[n++] = number;
        }
      }
      starts = n == found.length ? found : Arrays.copyOf(found, n);
      numbers = n == number ? null : Arrays.copyOf(counted, n);
    }

    private int end(int start) {
      int end = start;
      while (end < body.length() && body.get(end) != '\n') {
        end++;
      }
      return end;
    }

    /** Position of the line's end, which may be LF or CR LF. */
    private int lastOf(int start) {
      int end = end(start);
      return end > start && body.get(end - 1) == '\r' ? end - 1 : end;
    }

    @Override
    public int size() {
      return starts.length;
    }

    @Override
    ListedFile written(int index) throws MalformedTextException {
      String place = "line " + (numbers == null ? index + 1 : numbers[index]);
      int start = starts[index];
      String line = text(body.copy(start, lastOf(start)), place);
      Matcher fields = LINE.matcher(line);
      if (!fields.matches()) {
        throw new MalformedTextException(
            String.format(
                "%s of the list, '%s', is not a CRC-32 in hexadecimal digits or -, a"
                    + " size, a location and a name, with blanks between",
                place, Escapes.forLog(line)));
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
            String.format(
                "%s of the list: the location '%s' %s",
                place, Escapes.forLog(location), e.getMessage()));
      }
    }
  }

  private static String text(byte[] line, String place) throws MalformedTextException {
    if (isAscii(line)) {
      return new String(line, StandardCharsets.ISO_8859_1);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedTextException(
          place + " of the list is not UTF-8; call response.setCharacterEncoding(\"UTF-8\")");
    }
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte each : bytes) {
      if (each < 0) {
        return false;
      }
    }
    return true;
  }

  /** Names and paths, as the application's objects. */
  private static final class Passed extends MadeMembers {
    private final Object[] names;
    private final Object[] paths;
    private final Map<?, OpenFile> opened;

    Passed(Map<?, ?> files, Map<?, OpenFile> opened) throws MalformedTextException {
      Object[] keys = files.keySet().toArray();
      for (Object key : keys) {
        if (!(key instanceof String)) {
          throw new MalformedTextException(
              "names must be Strings; found " + FileAttributes.describe(key));
        }
      }
      this.opened = opened;
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
      return new ListedFile(
          "file " + (index + 1), (String) names[index], target, -1, null, opened.get(names[index]));
    }
  }
}
