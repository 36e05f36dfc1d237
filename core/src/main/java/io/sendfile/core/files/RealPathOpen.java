package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.function.Consumer;

/**
 * Opening on platforms without directory handles: the real path is checked, opened without
 * following a last link, and resolved once more afterwards. A user who can rename directories below
 * the root twice within that moment could get past it; {@link SecureWalk} is used where that can be
 * excluded.
 */
final class RealPathOpen {
  private RealPathOpen() {}

  static OpenFile open(
      Roots.Location location,
      Path startPath,
      boolean deletable,
      FileLabel where,
      Consumer<Path> beforeOpen,
      Trace trace)
      throws IOException, Refusal {
    List<String> elements = location.elements();
    FileOpener.checkVisible(location.directory().root(), elements, where);
    Path asked = startPath;
    for (String element : elements) {
      asked = asked.resolve(element);
    }
    Path real = resolve(startPath, asked);
    checkLinks(location.directory().root(), startPath, asked, real, where);
    if (!real.equals(asked)) {
      trace.followed(asked, real);
    }
    Path rootPath = startPath;
    Root root = location.directory().root();
    RootDirectory decides = deciding(location, real, startPath);
    if (decides != location.directory()) {
      root = decides.root();
      rootPath = decides.acquire().realPath;
      trace.entered(root);
    }
    String relative = String.join("/", elements);
    boolean inside = real.startsWith(rootPath);
    if (inside) {
      Path below = rootPath.relativize(real);
      FileOpener.checkVisible(root, below, where);
      relative = slashed(below);
    }
    RealPathEntry entry = new RealPathEntry(real);
    FileEntry.OpenedHandle opened =
        FileEntry.open(entry, real, entry.attributes(), () -> beforeOpen.accept(real), where);
    boolean settled = false;
    try {
      if (!asked.toRealPath().equals(real)) {
        throw Refusal.changed(where);
      }
      settled = true;
      return new OpenFile(opened, root, relative, deletable && inside ? entry : null, null);
    } finally {
      if (!settled) {
        opened.channel().close();
      }
    }
  }

  private static RootDirectory deciding(Roots.Location location, Path real, Path startPath)
      throws Refusal {
    Roots others = location.others();
    Path parent = real.getParent();
    return others == null || parent == null
        ? location.directory()
        : others.deciding(parent, location.directory(), startPath);
  }

  /**
   * The system reports a file in a directory's place, or a loop, by message only: examine the path.
   */
  private static Path resolve(Path rootPath, Path asked) throws IOException {
    try {
      return asked.toRealPath();
    } catch (NoSuchFileException | AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      for (Path p = asked; p != null && !p.equals(rootPath); p = p.getParent()) {
        if (Files.isSymbolicLink(p) && !Files.exists(p)) {
          throw new FileSystemLoopException(p.toString());
        }
        if (!p.equals(asked) && Files.exists(p) && !Files.isDirectory(p)) {
          throw new NotDirectoryException(p.toString());
        }
      }
      throw e;
    }
  }

  /**
   * Real and requested path may also differ in letter case and short names: names must be the real
   * ones.
   */
  private static void checkLinks(Root root, Path rootPath, Path asked, Path real, FileLabel where)
      throws IOException, Refusal {
    if (real.toString().equals(asked.toString())) {
      return;
    }
    boolean allowed =
        switch (root.symlinks()) {
          case NONE -> false;
          case INSIDE_ROOT -> real.startsWith(rootPath);
          case SAME_OWNER -> ownersAgree(rootPath, asked);
          case FOLLOW -> true;
        };
    if (!allowed) {
      throw new Refusal(
          RefusalReason.SYMLINK,
          String.format(
              "%s is really '%s'; symlinks=%s of the root does not allow that; use the"
                  + " real name, or change the attribute",
              where, Escapes.forLog(real.toString()), root.symlinks().label()));
    }
  }

  private static boolean ownersAgree(Path rootPath, Path asked) throws IOException {
    for (Path p = asked; p != null && !p.equals(rootPath); p = p.getParent()) {
      if (Files.isSymbolicLink(p)
          && !Files.getOwner(p, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(p))) {
        return false;
      }
    }
    return true;
  }

  static String slashed(Path relative) {
    return relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
  }

  private record RealPathEntry(Path path) implements FileEntry {
    @Override
    public BasicFileAttributes attributes() throws IOException {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public Handle open() throws IOException {
      return new Handle(
          Files.newByteChannel(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS), null);
    }

    @Override
    public void delete() throws IOException {
      Files.delete(path);
    }

    // The caller closes it.
    @SuppressWarnings("StreamResourceLeak")
    @Override
    public DirectoryStream<Path> folder() throws IOException {
      return Files.newDirectoryStream(path.resolveSibling(""));
    }

    @Override
    public FileEntry sibling(Path name) {
      return new RealPathEntry(path.resolveSibling(name));
    }

    @Override
    public void close() {}
  }
}
