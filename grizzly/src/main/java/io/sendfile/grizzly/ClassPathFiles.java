package io.sendfile.grizzly;

import io.sendfile.core.content.ContentCoding;
import io.sendfile.core.content.Representation;
import io.sendfile.core.files.FileFacts;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.files.Target;
import io.sendfile.core.zip.ZipDirectory;
import io.sendfile.grizzly.filter.FileAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a class loader below a prefix: files of folders, entries of JARs, and others,
 * such as those of nested JARs. Keeps the JARs open, and what it had to inflate. Thread-safe;
 * {@link #close} lets go of all, and another request begins anew.
 */
final class ClassPathFiles implements AutoCloseable {
  /** Name in place of a root's, as of all files that a server itself serves. */
  static final String ROOT = "static";

  /** Bytes of a resource that is kept in memory, at most. */
  static final int MEMORY_BYTES = 256 << 10;

  /** Bytes of all resources that are kept in memory. */
  private static final long ALL_MEMORY_BYTES = 16 << 20;

  private static final long HOT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Age from which a file's time tells it from all earlier and later states. */
  private static final Duration PROVEN_AGE = Duration.ofSeconds(2);

  /** Resources that are remembered, so that the class loader need not look for them again. */
  private static final int MOST_KNOWN = 10_000;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  /** Member header without name, time and flags (RFC 1952 section 2.3); "unknown" system. */
  private static final ByteBuffer GZIP_HEADER =
      ByteBuffer.wrap(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 255})
          .asReadOnlyBuffer();

  /** Bytes that gzip adds to deflated ones. */
  private static final int GZIP_BYTES = 18;

  private static final FileTime NO_TIME = FileTime.fromMillis(0);

  private final ClassLoader loader;
  private final String prefix;
  private final Root root;
  private final LongSupplier nanoTime;
  private final Map<String, Resource> known = new ConcurrentHashMap<>();
  private final Map<Path, Jar> jars = new ConcurrentHashMap<>();

  /** The resources in memory, the least recently used first. */
  private final Map<ReadResource, Content> inMemory = new LinkedHashMap<>(16, 0.75f, true);

  private long memoryBytes;

  /**
   * Opens nothing yet.
   *
   * @param prefix of all resources; ends with a slash
   * @param nanoTime monotonic clock, nanoseconds
   */
  ClassPathFiles(ClassLoader loader, String prefix, LongSupplier nanoTime) {
    String below = prefix.startsWith("/") ? prefix.substring(1) : prefix;
    if (below.isEmpty()
        || !below.endsWith("/")
        || !isPlain(below.substring(0, below.length() - 1))) {
      throw new IllegalArgumentException(
          "prefix \""
              + prefix
              + "\" must name a folder of the class path and end with a slash, such as static/; the"
              + " whole class path, with classes and configuration, is not served");
    }
    this.loader = loader;
    this.nanoTime = nanoTime;
    this.prefix = below;
    this.root =
        new Root(
            ROOT,
            Path.of("").toAbsolutePath().normalize(),
            SymlinkPolicy.NONE,
            HiddenFiles.DEFAULT,
            true);
  }

  /** Whether it has elements between slashes, none of them empty, {@code .} or {@code ..}. */
  private static boolean isPlain(String name) {
    int start = 0;
    for (int i = 0; i <= name.length(); i++) {
      if (i == name.length() || name.charAt(i) == '/') {
        int length = i - start;
        if (length == 0
            || (name.charAt(start) == '.'
                && (length == 1 || (length == 2 && name.charAt(start + 1) == '.')))) {
          return false;
        }
        start = i + 1;
      } else if (name.charAt(i) == '\\' || Character.isISOControl(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isVisible(String name) {
    for (String element : name.split("/", -1)) {
      if (HiddenFiles.DEFAULT.matches(element)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Answers by the resource of that name without waiting for a disk.
   *
   * @return false if that is not possible
   */
  boolean sendAgain(String name, FileAnswer answer) {
    Resource seen = known.get(name);
    return seen != null && seen.sendAgain(answer);
  }

  /**
   * The resource of that name below the prefix; null if there is none, or it is hidden.
   *
   * @throws IOException if it cannot be read
   */
  @Nullable Resource find(String name) throws IOException {
    Resource seen = known.get(name);
    if (seen != null && seen.isCurrent()) {
      return seen;
    }
    if (!isPlain(name) || !isVisible(name)) {
      return null;
    }
    URL url = loader.getResource(prefix + name);
    Resource found = url == null ? null : of(url, name);
    if (found == null || known.size() >= MOST_KNOWN) {
      return found;
    }
    return known.merge(name, found, (first, next) -> first.isCurrent() ? first : next);
  }

  private @Nullable Resource of(URL url, String name) throws IOException {
    try {
      if (url.getProtocol().equals("file")) {
        return inFolder(Path.of(url.toURI()), name);
      }
      URLConnection connection = url.openConnection();
      if (connection instanceof JarURLConnection inJar
          && inJar.getJarFileURL().getProtocol().equals("file")) {
        Jar jar = jar(Path.of(inJar.getJarFileURL().toURI()));
        String entry = inJar.getEntryName();
        ZipDirectory.Member member = entry == null ? null : jar.directory.find(entry);
        return member == null ? null : new JarResource(name, jar, entry, member);
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      LOG.log(Level.FINE, e, () -> "sendfile: " + url + " is no file, and read as a stream");
    }
    return new Streamed(name, url);
  }

  private @Nullable Resource inFolder(Path file, String name) {
    Path below = Path.of(name);
    Path folder = file;
    for (int i = 0; i < below.getNameCount() && folder != null; i++) {
      folder = folder.getParent();
    }
    // On a file system without regard to case, the loader also finds other names.
    return folder != null && file.endsWith(below) ? new InFolder(folder, name) : null;
  }

  private Jar jar(Path path) throws IOException {
    synchronized (jars) {
      Jar open = jars.get(path);
      if (open != null && !open.isCurrent()) {
        forget(open);
        open = null;
      }
      if (open == null) {
        open = openJar(path);
        jars.put(path, open);
      }
      return open;
    }
  }

  private Jar openJar(Path path) throws IOException {
    Map<String, Object> state = Jar.state(path);
    SharedFile file = SharedFile.open(path);
    boolean read = false;
    try {
      // Not only those that begin with it: META-INF/versions/11/static/ overlays static/.
      ZipDirectory directory = ZipDirectory.read(file.channel(), name -> name.contains(prefix));
      if (!state.equals(Jar.state(path))) {
        throw new IOException(path + " is being written");
      }
      read = true;
      return new Jar(path, state, file, directory, nanoTime);
    } finally {
      if (!read) {
        file.release();
      }
    }
  }

  /** Lets go of a JAR that has changed, with all that is known of its entries. */
  private void forget(Jar jar) {
    jars.remove(jar.path, jar);
    jar.close();
    known
        .values()
        .removeIf(
            resource -> {
              boolean gone = resource instanceof JarResource entry && entry.jar == jar;
              if (gone) {
                resource.close();
                drop((JarResource) resource);
              }
              return gone;
            });
  }

  private void drop(ReadResource resource) {
    synchronized (inMemory) {
      Content before = inMemory.remove(resource);
      memoryBytes -= before == null ? 0 : before.size;
    }
  }

  @Override
  public void close() {
    known.values().forEach(Resource::close);
    known.clear();
    synchronized (jars) {
      jars.values().forEach(jar -> jar.file.release());
      jars.clear();
    }
    synchronized (inMemory) {
      inMemory.clear();
      memoryBytes = 0;
    }
  }

  /** Marks a resource in memory as used; those unused for the longest time go, for want of room. */
  private void use(ReadResource resource, Content content) {
    synchronized (inMemory) {
      if (inMemory.put(resource, content) == null) {
        memoryBytes += content.size;
      }
      for (Iterator<Map.Entry<ReadResource, Content>> oldest = inMemory.entrySet().iterator();
          memoryBytes > ALL_MEMORY_BYTES && oldest.hasNext(); ) {
        Map.Entry<ReadResource, Content> gone = oldest.next();
        oldest.remove();
        memoryBytes -= gone.getValue().size;
        gone.getKey().content = null;
      }
    }
  }

  /**
   * A JAR that stays open, with the places of its entries, as it was read. It may be replaced, or
   * copied over, while the program runs. Thread-safe.
   */
  private static final class Jar {
    private final Path path;
    private final Map<String, Object> state;
    private final SharedFile file;
    private final ZipDirectory directory;
    private final LongSupplier nanoTime;
    private final long readNanos;

    /** Whether it had just been written when it was read, so that more may have come since. */
    private final boolean fresh;

    Jar(
        Path path,
        Map<String, Object> state,
        SharedFile file,
        ZipDirectory directory,
        LongSupplier nanoTime) {
      this.path = path;
      this.state = state;
      this.file = file;
      this.directory = directory;
      this.nanoTime = nanoTime;
      this.readNanos = nanoTime.getAsLong();
      FileTime written = (FileTime) Objects.requireNonNull(state.get("lastModifiedTime"));
      Duration age = Duration.between(written.toInstant(), Instant.now()).abs();
      this.fresh = age.compareTo(PROVEN_AGE) < 0;
    }

    /** State that differs between two versions of a file, or between two files of a name. */
    static Map<String, Object> state(Path path) throws IOException {
      boolean unix = path.getFileSystem().supportedFileAttributeViews().contains("unix");
      return Files.readAttributes(
          path,
          unix ? "unix:ino,dev,size,ctime,lastModifiedTime" : "fileKey,size,lastModifiedTime");
    }

    /** Whether the file is as it was read. One that was deleted stays as it was. */
    boolean isCurrent() {
      try {
        boolean proven = !fresh || nanoTime.getAsLong() - readNanos < PROVEN_AGE.toNanos();
        return proven && state.equals(state(path));
      } catch (NoSuchFileException e) {
        return true;
      } catch (IOException e) {
        return false;
      }
    }

    /** Responses that read from it end, unless their file is another one, or the same as ever. */
    void close() {
      try {
        Map<String, Object> now = state(path);
        if (!now.equals(state)
            && Objects.equals(now.get("ino"), state.get("ino"))
            && Objects.equals(now.get("fileKey"), state.get("fileKey"))) {
          file.fail();
        }
      } catch (IOException e) {
        file.fail();
      }
      file.release();
    }
  }

  /** A file of an unpacked class path, which may change or go. */
  private final class InFolder implements Resource {
    private final Target.Static target;

    InFolder(Path folder, String name) {
      this.target = new Target.Static(folder, name);
    }

    @Override
    public @Nullable RefusalReason send(FileAnswer answer) {
      RefusalReason refused = answer.send(target);
      if (refused != null) {
        known.remove(target.relativePath(), this);
      }
      return refused;
    }

    @Override
    public boolean sendAgain(FileAnswer answer) {
      return answer.sendAgain(target);
    }
  }

  /**
   * The bytes of a resource that was read.
   *
   * @param bytes in memory; null if they are in a file
   * @param file temporary; null if they are in memory
   */
  private record Content(
      @Nullable ByteBuffer bytes, @Nullable SharedFile file, long size, int crc) {
    static Content read(InputStream stream) throws IOException {
      CRC32 crc = new CRC32();
      try (InputStream in = new CheckedInputStream(stream, crc)) {
        byte[] first = in.readNBytes(MEMORY_BYTES + 1);
        if (first.length <= MEMORY_BYTES) {
          ByteBuffer bytes = ByteBuffer.wrap(first).asReadOnlyBuffer();
          return new Content(bytes, null, first.length, (int) crc.getValue());
        }
        SharedFile file = SharedFile.temporary(first, in);
        return new Content(null, file, file.size(), (int) crc.getValue());
      }
    }
  }

  /** A resource whose bytes are read once, and kept, where no file has them as they are. */
  private abstract class ReadResource implements Resource {
    final String name;
    private volatile @Nullable Content content;

    private volatile int crc;

    ReadResource(String name) {
      this.name = name;
    }

    abstract InputStream stream() throws IOException;

    /** The bytes as they are, for one response. */
    ResourceSource plain() throws IOException {
      Content now = content;
      if (now == null || now.bytes == null) {
        synchronized (this) {
          now = content;
          if (now == null || (now.file != null && !now.file.isOpen())) {
            close();
            now = Content.read(stream());
            crc = now.crc;
            content = now;
          }
          if (now.file != null) {
            return ResourceSource.ofFile(root, name, now.file.use(), 0, now.size);
          }
        }
      }
      use(this, now);
      return ResourceSource.ofBytes(root, name, Objects.requireNonNull(now.bytes));
    }

    void send(
        FileAnswer answer,
        ResourceSource source,
        Object key,
        ContentCoding coding,
        boolean negotiated) {
      FileFacts facts = new FileFacts(source.size(), NO_TIME, key);
      answer.send(
          source, new Representation(facts, name, coding, negotiated, null, true, Map.of()));
    }

    boolean isInMemory() {
      Content now = content;
      return now != null && now.bytes != null;
    }

    /** The checksum of what was read last. */
    int crc() {
      return crc;
    }

    @Override
    public synchronized void close() {
      Content before = content;
      content = null;
      if (before != null && before.file != null) {
        before.file.release();
      }
    }
  }

  /** A resource that only its URL can read. */
  private final class Streamed extends ReadResource {
    private final URL url;

    Streamed(String name, URL url) {
      super(name);
      this.url = url;
    }

    @Override
    InputStream stream() throws IOException {
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      return connection.getInputStream();
    }

    @Override
    public @Nullable RefusalReason send(FileAnswer answer) throws IOException {
      ResourceSource source = plain();
      send(answer, source, Integer.toHexString(crc()), ContentCoding.IDENTITY, false);
      return null;
    }
  }

  /** An entry of a JAR. */
  private final class JarResource extends ReadResource {
    private final Jar jar;
    private final String path;
    private final ZipDirectory.Member member;

    /** Builds may give all entries one time, which then tells no two versions apart. */
    private final String key;

    /** Of its first byte in the JAR; 0 while it was not needed. */
    private volatile long position;

    /**
     * Time at which it was last sent, whatever the coding; meaningless while there is no position.
     */
    private volatile long sentNanos;

    JarResource(String name, Jar jar, String path, ZipDirectory.Member member) {
      super(name);
      this.jar = jar;
      this.path = path;
      this.member = member;
      this.key = Integer.toHexString(member.crc()) + '-' + Integer.toHexString(member.time());
    }

    @Override
    public boolean isCurrent() {
      return jar.isCurrent();
    }

    /** Bytes of a JAR that is perhaps still written to are compared with their checksum. */
    private void check() throws IOException {
      if (!jar.fresh) {
        return;
      }
      CRC32 crc = new CRC32();
      InputStream bytes =
          member.deflated() ? stream() : jar.file.stream(position(), member.stored());
      try (InputStream in = new CheckedInputStream(bytes, crc)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      if ((int) crc.getValue() != member.crc()) {
        throw new IOException("entry " + path + " is damaged, or being written");
      }
    }

    @Override
    public @Nullable RefusalReason send(FileAnswer answer) throws IOException {
      check();
      sentNanos = nanoTime.getAsLong();
      boolean siblings = answer.precompressed();
      boolean packed = isPacked();
      if (siblings || packed) {
        for (ContentCoding coding : ContentCoding.order(answer.acceptEncoding())) {
          if (siblings && coding != ContentCoding.IDENTITY && sendSibling(answer, coding)) {
            return null;
          }
          if (packed && coding == ContentCoding.GZIP) {
            send(answer, gzip(), key, coding, true);
            return null;
          }
        }
      }
      send(answer, plain(), key, ContentCoding.IDENTITY, siblings || packed);
      return null;
    }

    /** Bytes sent within the last second are in memory, as those of files that stay open. */
    @Override
    public boolean sendAgain(FileAnswer answer) {
      long now = nanoTime.getAsLong();
      if (position == 0
          || now - sentNanos > HOT_NANOS
          || answer.precompressed()
          || jar.fresh
          || !jar.isCurrent()) {
        return false;
      }
      boolean packed = isPacked();
      boolean gzip =
          packed && ContentCoding.order(answer.acceptEncoding()).contains(ContentCoding.GZIP);
      if (!gzip && member.deflated() && !isInMemory()) {
        return false;
      }
      try {
        ContentCoding coding = gzip ? ContentCoding.GZIP : ContentCoding.IDENTITY;
        send(answer, gzip ? gzip() : plain(), key, coding, packed);
        sentNanos = now;
        return true;
      } catch (IOException e) {
        LOG.log(Level.FINE, "sendfile: a JAR was closed meanwhile", e);
        return false;
      }
    }

    /** Whether gzip makes it shorter, and costs nothing. */
    private boolean isPacked() {
      return member.deflated() && member.stored() + GZIP_BYTES < member.size();
    }

    private boolean sendSibling(FileAnswer answer, ContentCoding coding) throws IOException {
      if (jar.directory.find(path + coding.suffix()) == null
          || !(find(name + coding.suffix()) instanceof JarResource sibling)
          || sibling.jar.file != jar.file) {
        return false;
      }
      sibling.check();
      send(answer, sibling.plain(), sibling.key, coding, true);
      return true;
    }

    @Override
    ResourceSource plain() throws IOException {
      if (!member.deflated()) {
        return ResourceSource.ofFile(root, name, jar.file.use(), position(), member.size());
      }
      ResourceSource inflated = super.plain();
      if (crc() != member.crc()) {
        inflated.close();
        throw new IOException("entry " + path + " is damaged");
      }
      return inflated;
    }

    /** The deflated bytes with header and trailer of gzip (RFC 1952) around them. */
    private ResourceSource gzip() throws IOException {
      ByteBuffer trailer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      trailer.putInt(member.crc()).putInt((int) member.size()).flip();
      return ResourceSource.framed(
          root, name, GZIP_HEADER, jar.file.use(), position(), member.stored(), trailer);
    }

    private long position() throws IOException {
      long known = position;
      if (known == 0) {
        known = member.position(jar.file.channel());
        position = known;
      }
      return known;
    }

    @Override
    InputStream stream() throws IOException {
      // The inflater asks for a byte after the last one; the directory follows at least.
      InputStream raw = jar.file.stream(position(), member.stored() + 1);
      Inflater inflater = new Inflater(true);
      return new InflaterInputStream(raw, inflater) {
        @Override
        public void close() throws IOException {
          inflater.end();
          super.close();
        }
      };
    }
  }
}
