package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.io.IOException;
import java.nio.file.ClosedDirectoryStreamException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds and opens the file named by an application, if the roots allow it. The file is opened once,
 * and the decision is about that handle. A file of a store is left to that. Thread-safe; blocks for
 * the file system, below a second: {@link ShareLane} does work that may take longer.
 *
 * <p>With directory handles (Linux, macOS) {@link SecureWalk} walks the path, so that nobody who
 * can rename below a root can win a race out of it. Elsewhere {@link RealPathOpen} compares real
 * paths.
 */
public final class FileOpener {
  private static final int TRIES = 3;

  private final boolean directoryHandles;
  private final Consumer<Path> beforeOpen;
  private final Trace trace;
  private final Supplier<Mounts> mounts;
  private final ShareLanes lanes;

  /** The opener for this platform. */
  public FileOpener() {
    this(Trace.NONE);
  }

  /** The opener for this platform, with a trace of its steps. */
  public FileOpener(Trace trace) {
    this(true, path -> {}, trace);
  }

  /**
   * @param directoryHandles whether to use them where available
   * @param beforeOpen called between the last check of a file and its opening
   */
  FileOpener(boolean directoryHandles, Consumer<Path> beforeOpen, Trace trace) {
    this(directoryHandles, beforeOpen, trace, Mounts::now, ShareLanes.COMMON);
  }

  FileOpener(
      boolean directoryHandles,
      Consumer<Path> beforeOpen,
      Trace trace,
      Supplier<Mounts> mounts,
      ShareLanes lanes) {
    this.directoryHandles = directoryHandles;
    this.beforeOpen = beforeOpen;
    this.trace = trace;
    this.mounts = mounts;
    this.lanes = lanes;
  }

  /** Whether opens cost more than necessary, for want of JVM options. */
  public static boolean wantsOptions() {
    return NonBlockingOpen.wantsOptions();
  }

  /** The method of opening on this platform, in words for administrators. */
  public static String way() {
    if (NonBlockingOpen.available()) {
      return "at once; on network shares by threads of their own, within a second";
    }
    return "by threads of their own, within a second"
        + (wantsOptions()
            ? ", which costs more, as the JVM does not open two packages to the module: start it"
                + " with "
                + NonBlockingOpen.OPTIONS
            : "");
  }

  /** Opens the target, or refuses it with a reason. Throws for no value of a target. */
  public OpenResult open(Target target, Roots roots) {
    return open(target, roots, false);
  }

  /** Opens one file of many, which is not kept open for other requests. */
  public OpenResult openOnce(Target target, Roots roots) {
    try {
      OpenResult result = openSettled(target, roots, false);
      if (result instanceof OpenResult.Opened opened) {
        opened.file().isOneOfMany();
      }
      return result;
    } catch (Refusal e) {
      return new OpenResult.NotOpened(e);
    }
  }

  /** The same; completed later for a file on a share, by the share's threads. */
  public CompletableFuture<OpenResult> openAside(Target target, Roots roots) {
    Path share;
    try {
      Roots.Location location = roots.locate(target);
      share = location.directory().share(mounts.get(), location.elements());
    } catch (Refusal e) {
      share = null;
    }
    return share == null
        ? CompletableFuture.completedFuture(openOnce(target, roots))
        : CompletableFuture.supplyAsync(() -> openOnce(target, roots), lanes.of(share)::later);
  }

  /**
   * The share that a file is on, whose calls may hang; null if it is local. Touches no file system.
   *
   * @param realPath of the file
   * @return where it is mounted
   */
  public static @Nullable Path share(Path realPath) {
    return Mounts.now().share(realPath);
  }

  /** Names of the roots on shares that do not answer at the moment. */
  public static Set<String> silentRoots() {
    return ShareLanes.COMMON.silentRoots();
  }

  /**
   * Opens the target, or refuses it with a reason.
   *
   * @param deletable whether {@link OpenFile#delete} must be possible; costs descriptors
   */
  public OpenResult open(Target target, Roots roots, boolean deletable) {
    try {
      boolean mayKeep = !deletable && trace == Trace.NONE;
      return mayKeep ? openOrReuse(target, roots) : openSettled(target, roots, deletable);
    } catch (Refusal e) {
      OpenResult.NotOpened refused = new OpenResult.NotOpened(e);
      return refused.reason() == RefusalReason.OUT_OF_DESCRIPTORS && roots.openFiles().closeUnused()
          ? open(target, roots, deletable)
          : refused;
    }
  }

  /**
   * The file that stays open since another request has had it; null if there is none, or it has
   * changed. Its file system is local, so nothing waits.
   */
  public @Nullable OpenFile reuse(Target target, Roots roots) {
    return roots.openFiles().find(target, mounts);
  }

  private OpenResult openOrReuse(Target target, Roots roots) throws Refusal {
    OpenFiles files = roots.openFiles();
    int moves = files.moves();
    OpenFile kept = files.find(target, mounts);
    if (kept != null) {
      return new OpenResult.Opened(kept);
    }
    OpenResult found = openSettled(target, roots, false);
    if (!(found instanceof OpenResult.Opened opened)) {
      return found;
    }
    KeptFile.Walk walk = () -> local(openSettled(target, roots, false), target);
    return new OpenResult.Opened(files.keep(target, opened.file(), moves, walk, mounts));
  }

  private static OpenFile local(OpenResult result, Target target) throws Refusal {
    if (result instanceof OpenResult.Opened opened) {
      return opened.file();
    }
    throw Refusal.changed(Escapes.forLog(target.toString()));
  }

  /** A file in the course of its replacement gets a second try, a root a third. */
  private OpenResult openSettled(Target target, Roots roots, boolean deletable) throws Refusal {
    int changes = 0;
    int closed = 0;
    while (true) {
      try {
        return openNow(roots.locate(target), deletable);
      } catch (ClosedDirectoryStreamException e) {
        if (++closed == TRIES) {
          throw Refusal.changed("root directory of " + Escapes.forLog(target.toString()));
        }
      } catch (Refusal e) {
        if (!e.retryable() || ++changes > 1) {
          throw e;
        }
      }
    }
  }

  private OpenResult openNow(Roots.Location location, boolean deletable) throws Refusal {
    Root root = location.directory().root();
    List<String> elements = location.elements();
    FileLabel where = new FileLabel(root, elements);
    trace.located(root, elements);
    if (elements.isEmpty()) {
      throw new Refusal(RefusalReason.NOT_REGULAR, where + " is the directory of the root itself");
    }
    if (root.store() != null) {
      checkVisible(root, elements, where);
      return new OpenResult.InStore(root, String.join("/", elements));
    }
    try {
      return new OpenResult.Opened(openInTime(location, deletable, where));
    } catch (IOException e) {
      throw Refusal.of(e, where);
    } catch (InvalidPathException e) {
      throw Refusal.unnameable(String.join("/", elements), e);
    }
  }

  /** Opens on this thread, if no file system on the way can block it. */
  private OpenFile openInTime(Roots.Location location, boolean deletable, FileLabel where)
      throws IOException, Refusal {
    RootDirectory directory = location.directory();
    Mounts now = mounts.get();
    Path share = directory.share(now, location.elements());
    if (share == null && NonBlockingOpen.available()) {
      try {
        return openIn(location, deletable, where, now);
      } catch (NotLocalException e) {
        share = e.share();
        trace.located(where.root(), where.elements());
      }
    }
    OpenFile file =
        lanes
            .of(share == null ? directory.wholeSystem() : share)
            .call(
                directory.root(),
                () -> openIn(location, deletable, where, null),
                OpenFile::closeNow);
    Path lies = now.share(file.path());
    return lies == null ? file : file.onShare(lanes.of(lies)::later);
  }

  /**
   * @param local mounts, of which only local ones may be entered; null for any
   */
  private OpenFile openIn(
      Roots.Location location, boolean deletable, FileLabel where, @Nullable Mounts local)
      throws IOException, Refusal {
    RootDirectory.OpenDirectory handle = location.directory().acquire();
    try {
      if (local != null && !mounts.get().equals(local)) {
        throw Refusal.changed("the mounts of root '" + where.root().name() + "'");
      }
      Path expected = location.realPath();
      if (expected != null && !expected.equals(handle.realPath)) {
        throw Refusal.changed("directory of root '" + where.root().name() + "'");
      }
      if (directoryHandles && handle.stream != null) {
        try (SecureWalk walk =
            new SecureWalk(location, handle, handle.stream, local, where, trace)) {
          return walk.open(location.elements(), deletable, beforeOpen);
        }
      }
      return RealPathOpen.open(location, handle.realPath, deletable, where, beforeOpen, trace);
    } finally {
      handle.release();
    }
  }

  static void checkVisible(Root root, Iterable<?> elements, FileLabel where) throws Refusal {
    for (Object element : elements) {
      if (root.hidden().matches(element.toString())) {
        throw new Refusal(
            RefusalReason.HIDDEN,
            String.format(
                "%s is hidden: '%s' matches the root's list %s; change the attribute"
                    + " hidden of the root or the name",
                where, Escapes.forLog(element.toString()), root.hidden()));
      }
    }
  }
}
