package io.sendfile.operations.journal;

import io.sendfile.spi.Losses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A state in memory, kept in a {@link RecordLog} by another thread, so that it outlives the server.
 * Changes are added; when more than half of the file may be obsolete, it is rewritten. While it
 * cannot be written, changes are in memory, until a {@link #retry} writes them. Thread-safe.
 */
public final class StateFile {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.journal");

  private final Path folder;
  private final State state;
  private final String things;
  private final Losses losses;
  private final DiskWriter writer;
  private final AtomicBoolean asked = new AtomicBoolean();
  private @Nullable RecordLog log;
  private volatile boolean opened;
  private boolean closed;

  /** Bytes of the last rewrite: what is needed of the file, as far as is known. */
  private long needed;

  /** Whether the file lacks changes that were taken. */
  private boolean incomplete;

  /** Changes of this process that the file lacks. */
  private int missing;

  /** A state as texts, in the order of the file. Thread-safe. */
  public interface State {
    /** Reads the records of an earlier process, before which nothing was taken. */
    void restore(Earlier earlier) throws IOException;

    /** Changes since the last call; null where the whole state is to be written. */
    @Nullable List<String> takeChanges();

    /** The whole state, with its changes. */
    List<String> takeAll();

    /** Number of its things. */
    int size();
  }

  /** The records of an earlier process. */
  @FunctionalInterface
  public interface Earlier {
    /**
     * Reads them. To be called once.
     *
     * @param each receives their texts, in their order, as of {@link RecordLog}
     */
    void read(ObjLongConsumer<String> each) throws IOException;
  }

  /**
   * Neither opens nor creates the file: that comes with the first change, or by {@link #open}.
   *
   * @param things of the state, in words
   * @param losses counts changes that the file lacks
   */
  public StateFile(Path folder, State state, String things, Losses losses, DiskWriter writer) {
    this.folder = folder;
    this.state = state;
    this.things = things;
    this.losses = losses;
    this.writer = writer;
  }

  /** Has the other thread write the changes of the state. */
  public void changed() {
    if (!asked.getAndSet(true) && !writer.soon(this::write)) {
      asked.set(false);
    }
  }

  /** Whether there are records of an earlier process, still to be read. */
  private boolean isUnread() {
    return !opened && Files.isDirectory(folder);
  }

  /** Opens the file, which is created if missing, unless that was done. May wait for the disk. */
  public synchronized void open() {
    if (!opened) {
      openNow();
    }
  }

  /**
   * Opens it if there are records of an earlier process. May wait for the disk until it is open.
   */
  void read() {
    if (isUnread()) {
      open();
    }
  }

  private void openNow() {
    if (closed) {
      return;
    }
    try {
      state.restore(
          each -> {
            log = new RecordLog(folder, losses, each);
            opened = true;
          });
    } catch (IOException e) {
      incomplete = true;
      missing = state.size();
      fails(e);
    }
  }

  /** Writes what is new; while that fails, it is left to {@link #retry}. */
  private synchronized void write() {
    if (!losses.isFailing()) {
      writeNow();
    }
  }

  private synchronized void writeNow() {
    boolean changed = asked.getAndSet(false);
    boolean any = state.size() > 0 || Files.isDirectory(folder);
    if (log == null && (incomplete || (changed && any))) {
      openNow();
    }
    RecordLog open = log;
    if (open == null) {
      return;
    }
    List<String> changes = state.takeChanges();
    missing = changes == null ? state.size() : Math.min(state.size(), missing + changes.size());
    try {
      if (changes == null || incomplete || open.mustBeReplaced() || open.isLong(needed)) {
        replace(open);
      } else if (!changes.isEmpty()) {
        open.add(changes);
      }
      incomplete = false;
      missing = 0;
      losses.works();
    } catch (IOException e) {
      incomplete = true;
      fails(e);
    }
  }

  private void replace(RecordLog open) throws IOException {
    open.replace(state.takeAll());
    needed = open.size();
  }

  /**
   * Has the other thread add records that are not of the state, for the next process if this one
   * dies.
   *
   * @param texts asked on that thread
   */
  void addSoon(Supplier<List<String>> texts) {
    writer.soon(() -> add(texts.get()));
  }

  private synchronized void add(List<String> texts) {
    read();
    write();
    if (log == null && !texts.isEmpty()) {
      openNow();
    }
    RecordLog open = log;
    if (open == null || texts.isEmpty() || losses.isFailing()) {
      return;
    }
    try {
      open.add(texts);
    } catch (IOException e) {
      incomplete = true;
      fails(e);
    }
  }

  private void fails(IOException e) {
    String what = log == null ? "opened" : "written";
    losses.fails(
        folder + " cannot be " + what + ", so " + things + " are in memory only: " + e, missing);
  }

  /** Has the other thread try again to write what the file lacks. */
  public void retry() {
    writer.soon(this::writeNow);
  }

  /** Writes what is new, and waits for that, but not for long. */
  public void flush() {
    writer.now(this::write);
  }

  /** The present reason why the state does not outlive the server, in words; empty if it does. */
  public String state() {
    return losses.isFailing()
        ? ", not beyond a restart: " + losses.failure()
        : isUnread() ? " since the start" : "";
  }

  /**
   * Writes what is new, and closes the file for good; waits for that, but not for long. What comes
   * later is in memory only.
   */
  public void close() {
    writer.now(this::closeNow);
  }

  private synchronized void closeNow() {
    writeNow();
    if (missing > 0) {
      losses.lost(missing, "they waited for the disk when the server stopped");
    }
    RecordLog open = log;
    log = null;
    closed = true;
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
    }
  }
}
