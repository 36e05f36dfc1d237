package io.sendfile.glassfish.content;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A directory whose files may be handed off.
 *
 * @param name name in configuration and in {@code name:relative/path}
 * @param path absolute path of the directory
 * @param symlinks which symbolic links below it are followed
 * @param hidden names below it that are never sent
 * @param zeroCopy whether its files may be sent with sendfile(2); false for shares that give wrong
 *     bytes that way
 */
public record Root(
    String name, Path path, SymlinkPolicy symlinks, HiddenFiles hidden, boolean zeroCopy) {
  static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

  /**
   * @throws IllegalArgumentException when the name has other characters than letters, digits, dot,
   *     underscore and hyphen, or the path is not absolute or has {@code ..} elements
   */
  public Root {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "root name '"
              + Escapes.forLog(name)
              + "' is not allowed; use letters, digits, dot, underscore and hyphen");
    }
    if (!path.isAbsolute() || !path.normalize().equals(path)) {
      throw new IllegalArgumentException(
          "path '"
              + Escapes.forLog(path.toString())
              + "' of root '"
              + name
              + "' must be absolute and without . or .. elements");
    }
  }
}
