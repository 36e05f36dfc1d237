package io.sendfile.core.files;

import io.sendfile.spi.StoredFile;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A file of a store, whose bytes come to this machine in stretches. Its transfer waits for the next
 * one as for a disk, and holds no thread meanwhile.
 */
public final class StoredSource implements FoundFile {
  /** Largest file that is read on a request thread, if it is here as a whole. */
  private static final long MOST_AT_ONCE = 1 << 20;

  private static final List<String> FIELDS =
      List.of(
          "Cache-Control",
          "Content-Disposition",
          "Content-Encoding",
          "Content-Language",
          "Content-Type",
          "Expires");

  /** The client of what is read for none, or for several. */
  public static final Object NOBODY = "";

  private final Root root;
  private final String relativePath;
  private final StoredFile file;
  private final Object client;
  private final FileFacts facts;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Position of the byte that was not there. */
  private long missing;

  private boolean begun;

  /**
   * It takes ownership of the file.
   *
   * @param client as of {@link StoredFile#readsFor}
   */
  public StoredSource(Root root, String relativePath, StoredFile file, Object client) {
    this.root = root;
    this.relativePath = relativePath;
    this.file = file;
    this.client = client;
    file.readsFor(client);
    this.facts =
        new FileFacts(
            file.size(),
            FileTime.from(file.modified()),
            new FileFacts.Version(file.tag(), root.store() + "/" + relativePath));
  }

  /** The file in its store. */
  public StoredFile file() {
    return file;
  }

  /** The client that it is read for. */
  public Object client() {
    return client;
  }

  /** Fields by which its store describes it in responses. */
  public Map<String, String> fields() {
    Map<String, String> told = file.fields();
    Map<String, String> known = new LinkedHashMap<>();
    for (String name : FIELDS) {
      String value = told.get(name);
      if (value != null && !value.isBlank() && value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
        known.put(name, value);
      }
    }
    return known;
  }

  /**
   * Whether a response may begin that sends the bytes from a position on: the first of them are
   * here, or it {@link #hasBegun}. False also if they cannot be had, which fetching them tells.
   *
   * @param end position after the last of them
   */
  public boolean mayBegin(long position, long end) {
    try {
      file.readsTo(end);
      return begun || prepare(position);
    } catch (IOException e) {
      return false;
    }
  }

  /** The same, for which no first byte has to be waited for again. */
  public StoredSource hasBegun() {
    begun = true;
    return this;
  }

  @Override
  public FileFacts facts() {
    return facts;
  }

  @Override
  public @Nullable Integer crc32() {
    return file.crc32();
  }

  @Override
  public Root root() {
    return root;
  }

  @Override
  public String relativePath() {
    return relativePath;
  }

  @Override
  public boolean readsAtOnce() {
    if (size() > MOST_AT_ONCE) {
      return false;
    }
    try {
      Stretch whole = size() == 0 ? null : file.at(0);
      return size() == 0 || (whole != null && whole.length() >= size());
    } catch (IOException e) {
      // Its transfer meets the failure again, and tells it.
      return false;
    }
  }

  @Override
  public @Nullable Stretch extent(long position, long max) throws IOException {
    Stretch here = file.at(position);
    return here == null ? null : here.atMost(max);
  }

  @Override
  public void readsTo(long end) {
    file.readsTo(end);
  }

  @Override
  public boolean prepare(long position) throws IOException {
    if (file.at(position) != null || file.replaced()) {
      return true;
    }
    missing = position;
    return false;
  }

  @Override
  public boolean awaitsReading(Runnable wake) {
    file.fetch(missing, wake);
    return true;
  }

  @Override
  public long sendTo(Sink sink, long position, long max) throws IOException {
    Stretch here = file.at(position);
    return here == null ? 0 : sink.send(here.file(), here.position(), Math.min(here.length(), max));
  }

  @Override
  public boolean lacks(long end) {
    return file.replaced();
  }

  @Override
  public boolean isReadable(long position) throws IOException {
    return file.at(position) != null;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      file.close();
    }
  }
}
