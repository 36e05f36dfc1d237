package io.sendfile.glassfish.content;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
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
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One walk from a root's directory handle to a file: each element is looked at and opened relative
 * to the handle of the one before (fstatat, openat), never through a symbolic link. A link the
 * policy allows is resolved to its real path, which is then walked in the same way, so that what
 * the policy decided holds for the handle in the end. For one thread, used once.
 */
final class SecureWalk implements AutoCloseable {
  private static final int MAX_LINKS = 40;
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final Root root;
  private final SecureDirectoryStream<Path> rootStream;
  private final Path rootPath;
  private final Where where;
  private final OpenTrace trace;
  private final Deque<Path> rest = new ArrayDeque<>();

  private SecureDirectoryStream<Path> directory;
  private Path path;
  private int links;
  private @Nullable UserPrincipal requiredOwner;

  SecureWalk(
      Root root,
      SecureDirectoryStream<Path> rootStream,
      Path rootPath,
      Where where,
      OpenTrace trace) {
    this.root = root;
    this.trace = trace;
    this.rootStream = rootStream;
    this.rootPath = rootPath;
    this.where = where;
    this.directory = rootStream;
    this.path = rootPath;
  }

  /** Opens the file those elements lead to. */
  OpenFile open(List<String> elements, Consumer<Path> beforeOpen) throws IOException, Refusal {
    for (String element : elements) {
      rest.addLast(rootPath.getFileSystem().getPath(element));
    }
    while (true) {
      Path name = rest.removeFirst();
      PosixFileAttributes attributes = look(name);
      if (attributes.isSymbolicLink()) {
        follow(name, attributes);
        continue;
      }
      checkOwner(attributes);
      if (rest.isEmpty()) {
        return openLast(name, attributes, elements, beforeOpen);
      }
      descend(name, attributes);
    }
  }

  private PosixFileAttributes look(Path name) throws IOException {
    return directory
        .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /** Looked at first, because opening a pipe in its place would block. */
  private void descend(Path name, PosixFileAttributes attributes) throws IOException, Refusal {
    if (!attributes.isDirectory()) {
      throw new Refusal(
          RefusalReason.MISSING,
          where + " does not exist: '" + Escapes.forLog(name.toString()) + "' is not a directory");
    }
    moveTo(directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS), path.resolve(name));
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
    try {
      return path.resolve(name).toRealPath();
    } catch (NoSuchFileException | AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      // The system tells a loop of links in its own words only.
      throw againstPolicy(name, ", because it cannot be resolved: " + e.getMessage());
    }
  }

  private Refusal againstPolicy(Path name, String because) {
    return new Refusal(
        RefusalReason.SYMLINK,
        where
            + ": symbolic link '"
            + Escapes.forLog(name.toString())
            + "' is not followed under symlinks="
            + root.symlinks().label()
            + Escapes.forLog(because)
            + "; replace it by the file, or change the attribute symlinks of the root");
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
          where
              + ": a symbolic link of '"
              + Escapes.forLog(owner.getName())
              + "' leads to what belongs to '"
              + Escapes.forLog(attributes.owner().getName())
              + "'; symlinks=same-owner of the root asks for the same owner");
    }
  }

  private OpenFile openLast(
      Path name, BasicFileAttributes before, List<String> asked, Consumer<Path> beforeOpen)
      throws IOException, Refusal {
    Path real = path.resolve(name);
    String relative = String.join("/", asked);
    if (links > 0 && real.startsWith(rootPath)) {
      Path below = rootPath.relativize(real);
      FileOpener.checkVisible(root, below, where);
      relative = RealPathOpen.slashed(below);
    }
    FileEntry.Opened opened =
        FileEntry.open(new Entry(name), before, () -> beforeOpen.accept(real), where);
    return new OpenFile(opened.channel(), opened.facts(), root, relative);
  }

  private final class Entry implements FileEntry {
    private final Path name;

    Entry(Path name) {
      this.name = name;
    }

    @Override
    public BasicFileAttributes attributes() throws IOException {
      return look(name);
    }

    @Override
    public SeekableByteChannel openChannel() throws IOException {
      return directory.newByteChannel(name, READ);
    }
  }

  // The caller closes it.
  @SuppressWarnings("StreamResourceLeak")
  private static SecureDirectoryStream<Path> secure(Path directory) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(directory);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("no directory handles on the file system of " + directory);
  }

  private void moveTo(SecureDirectoryStream<Path> next, Path nextPath) throws IOException {
    SecureDirectoryStream<Path> left = directory;
    directory = next;
    path = nextPath;
    closeUnlessRoot(left);
  }

  /** Closes the handle of the directory it stands in; the root's stays open. */
  @Override
  public void close() throws IOException {
    closeUnlessRoot(directory);
  }

  private void closeUnlessRoot(SecureDirectoryStream<Path> stream) throws IOException {
    if (stream != rootStream) {
      stream.close();
    }
  }
}
