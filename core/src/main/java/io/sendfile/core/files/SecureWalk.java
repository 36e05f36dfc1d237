package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One walk from a root's directory handle to a file: each element is examined and opened relative
 * to the handle of the one before (fstatat, openat), never through a symbolic link. A link allowed
 * by the policy is resolved to its real path, which is then walked in the same way, so that the
 * policy's decision holds for the final handle. For one thread and one use.
 */
final class SecureWalk implements AutoCloseable {
  private static final int MAX_LINKS = 40;

  private final @Nullable Roots others;
  private final @Nullable Mounts local;
  private final RootDirectory.OpenDirectory start;
  private final SecureDirectoryStream<Path> startStream;
  private final FileLabel where;
  private final Trace trace;
  private final Deque<Path> rest = new ArrayDeque<>();

  private final List<PathSnapshot.PathEntry> folders = new ArrayList<>(0);
  private Path named;
  private final List<RootDirectory.OpenDirectory> entered = new ArrayList<>(0);
  private RootDirectory deciding;
  private Root root;
  private SecureDirectoryStream<Path> rootStream;
  private Path rootPath;
  private SecureDirectoryStream<Path> directory;
  private Path path;
  private int links;
  private @Nullable UserPrincipal requiredOwner;

  /**
   * @param location in the root
   * @param start the root's handle
   * @param rootStream of that handle
   * @param local mounts, of which only local ones may be entered, or {@link NotLocalException} is
   *     thrown; null for any
   */
  SecureWalk(
      Roots.Location location,
      RootDirectory.OpenDirectory start,
      SecureDirectoryStream<Path> rootStream,
      @Nullable Mounts local,
      FileLabel where,
      Trace trace) {
    this.deciding = location.directory();
    this.root = deciding.root();
    this.others = location.others();
    this.start = start;
    this.named = root.path();
    this.local = local;
    this.trace = trace;
    this.startStream = rootStream;
    this.rootStream = rootStream;
    this.rootPath = start.realPath;
    this.where = where;
    this.directory = rootStream;
    this.path = rootPath;
  }

  /**
   * Opens the file of those elements.
   *
   * @param deletable whether it is to be deleted later
   */
  OpenFile open(List<String> elements, boolean deletable, Consumer<Path> beforeOpen)
      throws IOException, Refusal {
    for (String element : elements) {
      rest.addLast(rootPath.getFileSystem().getPath(element));
    }
    while (true) {
      Path name = rest.removeFirst();
      if (path.startsWith(rootPath)) {
        FileOpener.checkVisible(root, List.of(name), where);
      }
      DirectoryEntry entry = new DirectoryEntry(directory, name);
      PosixFileAttributes attributes = entry.attributes();
      if (attributes.isSymbolicLink()) {
        follow(name, attributes);
        continue;
      }
      checkOwner(attributes);
      if (rest.isEmpty()) {
        return openLast(entry, attributes, elements, deletable, beforeOpen);
      }
      descend(entry, attributes);
    }
  }

  private void descend(DirectoryEntry entry, PosixFileAttributes attributes)
      throws IOException, Refusal {
    Path name = entry.name();
    if (!attributes.isDirectory()) {
      throw new Refusal(
          RefusalReason.MISSING,
          where + " does not exist: '" + Escapes.forLog(name.toString()) + "' is not a directory");
    }
    named = named.resolve(name);
    folders.add(new PathSnapshot.PathEntry(named, FileStamp.of(attributes)));
    moveTo(entry.openDirectory(attributes, where), path.resolve(name));
    if (requiredOwner != null) {
      checkOwner(directory.getFileAttributeView(PosixFileAttributeView.class).readAttributes());
      requiredOwner = null;
    }
  }

  private void follow(Path name, PosixFileAttributes link) throws IOException, Refusal {
    SymlinkPolicy policy = root.symlinks();
    if (policy == SymlinkPolicy.NONE || ++links > MAX_LINKS || requiredOwner != null) {
      throw againstPolicy(name, "");
    }
    Path target = resolve(name);
    if (policy == SymlinkPolicy.INSIDE_ROOT && !target.startsWith(rootPath)) {
      throw againstPolicy(name, ", because it leads to '" + target + "' outside the root");
    }
    trace.followed(path.resolve(name), target);
    if (policy == SymlinkPolicy.INSIDE_ROOT) {
      moveTo(rootStream, rootPath);
      prepend(rootPath.relativize(target));
    } else {
      Path parent = target.getParent();
      moveTo(secure(parent == null ? target : parent), parent == null ? target : parent);
      prepend(parent == null ? target.getFileSystem().getPath(".") : target.getFileName());
      requiredOwner = policy == SymlinkPolicy.SAME_OWNER ? link.owner() : null;
    }
    if (rest.isEmpty()) {
      throw new Refusal(RefusalReason.NOT_REGULAR, where + " is a link to the root's directory");
    }
  }

  private Path resolve(Path name) throws IOException, Refusal {
    Path link = path.resolve(name);
    if (local != null) {
      checkLocal(link, local);
    }
    try {
      return link.toRealPath();
    } catch (NoSuchFileException | AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      // The system reports a loop of links by message only.
      throw againstPolicy(name, ", because it cannot be resolved: " + e.getMessage());
    }
  }

  /** Looks at all of the way before it is taken. */
  private void checkLocal(Path link, Mounts mounts) {
    Path way = link;
    for (Path name : rest) {
      way = way.resolve(name);
    }
    Path share = mounts.shareByLinks(way);
    if (share != null) {
      throw new NotLocalException(share);
    }
  }

  private Refusal againstPolicy(Path name, String because) {
    return new Refusal(
        RefusalReason.SYMLINK,
        String.format(
            "%s: symbolic link '%s' is not followed under symlinks=%s%s; replace it by"
                + " the file, or change the attribute symlinks of the root",
            where,
            Escapes.forLog(name.toString()),
            root.symlinks().label(),
            Escapes.forLog(because)));
  }

  private void prepend(Path elements) {
    for (int i = elements.getNameCount() - 1; i >= 0; i--) {
      Path element = elements.getName(i);
      if (!element.toString().isEmpty()) {
        rest.addFirst(element);
      }
    }
  }

  private void checkOwner(PosixFileAttributes attributes) throws Refusal {
    UserPrincipal owner = requiredOwner;
    if (owner != null && !owner.equals(attributes.owner())) {
      throw new Refusal(
          RefusalReason.SYMLINK,
          String.format(
              "%s: a symbolic link of '%s' leads to what belongs to '%s';"
                  + " symlinks=same-owner of the root asks for the same owner",
              where,
              Escapes.forLog(owner.getName()),
              Escapes.forLog(attributes.owner().getName())));
    }
  }

  private OpenFile openLast(
      DirectoryEntry entry,
      BasicFileAttributes before,
      List<String> asked,
      boolean deletable,
      Consumer<Path> beforeOpen)
      throws IOException, Refusal {
    Path real = path.resolve(entry.name());
    boolean inside = real.startsWith(rootPath);
    String relative = String.join("/", asked);
    if (inside && (links > 0 || !entered.isEmpty())) {
      Path below = rootPath.relativize(real);
      FileOpener.checkVisible(root, below, where);
      relative = RealPathOpen.slashed(below);
    }
    FileEntry.OpenedHandle opened =
        FileEntry.open(entry, real, before, () -> beforeOpen.accept(real), where);
    return deletable && inside
        ? deletable(opened, entry, relative)
        : new OpenFile(opened, root, relative, null, deletable ? null : snapshot(entry, opened));
  }

  /** Null if there was a link, or another root decides, or a file system may not answer. */
  private @Nullable PathSnapshot snapshot(DirectoryEntry entry, FileEntry.OpenedHandle opened) {
    return local == null || links > 0 || !entered.isEmpty()
        ? null
        : new PathSnapshot(
            deciding,
            start,
            others == null || others.isOnlyOne(),
            local,
            folders,
            new PathSnapshot.PathEntry(named.resolve(entry.name()), FileStamp.of(opened.seen())));
  }

  /** Keeps the folder's handle while the file is open. */
  private OpenFile deletable(FileEntry.OpenedHandle opened, DirectoryEntry entry, String relative)
      throws IOException {
    try {
      return new OpenFile(opened, root, relative, entry.kept(), null);
    } catch (IOException | RuntimeException e) {
      opened.channel().close();
      throw e;
    }
  }

  // The caller closes it.
  @SuppressWarnings("StreamResourceLeak")
  private static SecureDirectoryStream<Path> secure(Path directory) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(directory.resolve("."));
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("no directory handles on the file system of " + directory);
  }

  private void moveTo(SecureDirectoryStream<Path> next, Path nextPath) throws IOException, Refusal {
    SecureDirectoryStream<Path> left = directory;
    directory = next;
    path = nextPath;
    closeUnlessRoot(left);
    if (others != null) {
      RootDirectory decides = others.deciding(path, deciding, rootPath);
      if (decides != deciding) {
        enter(decides);
      }
    }
  }

  /** Another root decides from here on. */
  private void enter(RootDirectory other) throws IOException, Refusal {
    if (local != null && !other.isLocal(local)) {
      Path share = other.share(local, List.of());
      throw new NotLocalException(share == null ? other.wholeSystem() : share);
    }
    RootDirectory.OpenDirectory handle = other.acquire();
    entered.add(handle);
    SecureDirectoryStream<Path> stream = handle.stream;
    if (stream == null || !path.startsWith(handle.realPath)) {
      throw Refusal.changed("directory of root '" + other.root().name() + "'");
    }
    deciding = other;
    root = other.root();
    rootPath = handle.realPath;
    rootStream = stream;
    trace.entered(root);
  }

  /** Closes the handle of the current directory; those of roots stay open. */
  @Override
  public void close() throws IOException {
    closeUnlessRoot(directory);
    entered.forEach(RootDirectory.OpenDirectory::release);
  }

  private void closeUnlessRoot(SecureDirectoryStream<Path> stream) throws IOException {
    if (stream != startStream && entered.stream().noneMatch(handle -> handle.stream == stream)) {
      stream.close();
    }
  }

  /**
   * An entry of an open directory: each operation is relative to the directory's handle (fstatat,
   * openat, unlinkat).
   *
   * @param directory the handle
   * @param name a single name
   */
  record DirectoryEntry(SecureDirectoryStream<Path> directory, Path name) implements FileEntry {
    private static final Set<OpenOption> READ =
        Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    @Override
    public PosixFileAttributes attributes() throws IOException {
      return directory
          .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .readAttributes();
    }

    @Override
    public Handle open() throws IOException {
      Handle opened = NonBlockingOpen.open(directory, name);
      return opened == null ? new Handle(directory.newByteChannel(name, READ), null) : opened;
    }

    @Override
    public void delete() throws IOException {
      directory.deleteFile(name);
    }

    /**
     * Opens it as a directory, by the directory's own entry {@code .} below the name, so that
     * nothing but a directory is ever opened; a link that has taken its place is detected by the
     * identity of the opened one.
     *
     * @param expected attributes read through this entry
     */
    // The caller closes it.
    @SuppressWarnings("StreamResourceLeak")
    SecureDirectoryStream<Path> openDirectory(BasicFileAttributes expected, FileLabel where)
        throws IOException, Refusal {
      SecureDirectoryStream<Path> opened =
          directory.newDirectoryStream(name.resolve("."), LinkOption.NOFOLLOW_LINKS);
      Object key =
          opened.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
      if (!FileEntry.sameKey(key, expected.fileKey())) {
        opened.close();
        throw Refusal.changed(where);
      }
      return opened;
    }

    /** The same entry with its own handle. */
    DirectoryEntry kept() throws IOException {
      return new DirectoryEntry(folder(), name);
    }

    /** By a handle of its own: that of the directory can be listed once only. */
    @Override
    public SecureDirectoryStream<Path> folder() throws IOException {
      Path here = name.getFileSystem().getPath(".");
      return directory.newDirectoryStream(here, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public FileEntry sibling(Path other) {
      return new DirectoryEntry(directory, other.getFileName());
    }

    @Override
    public void close() throws IOException {
      directory.close();
    }
  }
}
