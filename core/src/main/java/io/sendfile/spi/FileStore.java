package io.sendfile.spi;

import java.io.IOException;
import java.io.Serial;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Files that lie elsewhere than in a folder of this machine, such as the objects of an object
 * store. A root names its store by the attribute {@code store}, as in {@code s3://bucket/prefix};
 * the scheme is the {@link #name} of the plug-in that serves it.
 *
 * <p>A plug-in is an HK2 service of this contract. Its methods are called by several threads at a
 * time, those of requests and workers among them: none but {@link #configure} and {@link #close}
 * may wait for a network or a disk.
 */
public interface FileStore extends PlugIn {
  /**
   * The scheme in {@code store} of roots, and the name in configuration, in an element {@code
   * sendfile-plugin}: lower-case letters and digits, beginning with a letter.
   */
  @Override
  String name();

  /** {@inheritDoc} Files that are open stay so; further ones are refused while it is off. */
  @Override
  default boolean configure(Map<String, String> properties) {
    return true;
  }

  /**
   * Looks for a file. Ends within a bounded time.
   *
   * @param store of the root, such as {@code s3://bucket/prefix}
   * @param path below it, as the application names it: elements between slashes, which may be empty
   *     or {@code .}, but none is {@code ..}, and the last one is neither
   * @return the file, which the receiver closes; completed at once if the file is known. Otherwise
   *     a {@link StoreException}
   */
  CompletionStage<StoredFile> find(String store, String path);

  /**
   * Problems of the stores now, such as one that does not answer. Of the code {@link
   * Problem.Code#STORE}.
   */
  default List<Problem> problems() {
    return List.of();
  }

  /**
   * Its statistics, for administrators: an MXBean, which the server publishes as {@code
   * io.sendfile.glassfish:type=Store,name=} with its name, from {@link #configure} to {@link
   * #close}. So a plug-in needs no MBean server, which a starting server does not have.
   *
   * @return null if there are none
   */
  default @Nullable Object statistics() {
    return null;
  }

  /** No more files are looked for, until it is configured again. */
  @Override
  default void close() {}

  /**
   * A file that was found, in the version that it had then. All its bytes are of that version.
   * Methods with a position are called by one thread at a time.
   */
  interface StoredFile extends AutoCloseable {
    /** Number of bytes, at least 0. */
    long size();

    /**
     * Last modification; before 1980-01-02, such as {@link Instant#EPOCH}, if that is not known.
     */
    Instant modified();

    /**
     * Fields by which the store describes the file in responses, where the application does not:
     * {@code Cache-Control}, {@code Content-Disposition}, {@code Content-Encoding}, {@code
     * Content-Language}, {@code Content-Type}, {@code Expires}. Others are ignored, and so are
     * values that are not of printable ASCII. Of the bytes as they are stored: these are never
     * decoded.
     */
    default Map<String, String> fields() {
      return Map.of();
    }

    /**
     * Name of its version, equal on all servers: the content of a strong entity tag (RFC 9110
     * section 8.8.3), without quotation marks.
     */
    String tag();

    /**
     * SHA-256 of the whole file in base64 (RFC 4648 section 4), if the store has told it; null
     * otherwise.
     */
    default @Nullable String sha256() {
      return null;
    }

    /** CRC-32 of the whole file (as in ZIP archives), if the store has told it; null otherwise. */
    default @Nullable Integer crc32() {
      return null;
    }

    /**
     * Tells for which client it is read, so that a store can keep one client from having all that
     * it does at a time. By the thread that calls {@link #at}, before that; if at all.
     *
     * @param client equal for all requests that count as one client's
     */
    default void readsFor(Object client) {}

    /**
     * Tells where the range ends that is read now, so that nothing beyond is fetched ahead. By the
     * thread that calls {@link #at}, before that.
     *
     * @param end position after the last byte of it
     */
    default void readsTo(long end) {}

    /**
     * The bytes from a position on, as far as they are on this machine. They stay there until the
     * next call for this file, or its end.
     *
     * @param position at least 0, below the size
     * @return null if they have to be fetched, or the file was {@link #replaced}
     * @throws IOException if they could not be fetched
     */
    @Nullable Stretch at(long position) throws IOException;

    /**
     * Fetches the bytes that were not there. The store gives up in a bounded time.
     *
     * @param wake run once, on any thread, when {@link #at} returns some, or throws, or never will
     *     as the file was replaced; not after {@link #close}
     */
    void fetch(long position, Runnable wake);

    /** Whether the store has another version by now, so that bytes of this one cannot be had. */
    boolean replaced();

    /** Facts for an administrator, by name, such as its key and the part that is cached. */
    Map<String, String> details();

    /** Ends what is done for it alone; further calls do nothing. */
    @Override
    void close();
  }

  /**
   * Bytes in a local file.
   *
   * @param file open for reading; the store closes it
   * @param offset of the first of them in it
   * @param length in bytes, at least 1
   */
  record Stretch(FileChannel file, long offset, long length) {}

  /** The reason why a file of a store cannot be sent. */
  final class StoreException extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final Duration retryAfter;

    /** Kinds of reasons. */
    public enum Kind {
      /** There is no such file. */
      NOT_FOUND,
      /** The store does not let this server have it. */
      FORBIDDEN,
      /** The store does not answer, or is busy; it may do later. */
      UNAVAILABLE,
      /** The settings of the plug-in, or those of the root, are wrong. */
      SETTINGS
    }

    /**
     * @param message for the administrator: what, where, and how to mend it
     */
    public StoreException(Kind kind, String message) {
      this(kind, message, Duration.ZERO);
    }

    /**
     * @param message for the administrator: what, where, and how to mend it
     * @param retryAfter the time after which another try may be worth it; zero if it is not known
     */
    public StoreException(Kind kind, String message, Duration retryAfter) {
      super(message);
      this.kind = kind;
      this.retryAfter = retryAfter;
    }

    /** The kind. */
    public Kind kind() {
      return kind;
    }

    /** The time after which another try may be worth it; zero if it is not known. */
    public Duration retryAfter() {
      return retryAfter;
    }
  }
}
