package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A directory whose files may be handed off.
 *
 * @param name name in configuration and in {@code name:relative/path}
 * @param path absolute path of the directory
 * @param symlinks policy for symbolic links below it
 * @param hidden names below it that are never sent
 * @param zeroCopy whether its files may be sent with sendfile(2); false for shares that give wrong
 *     bytes that way
 * @param uriPrefix prefix of {@code X-Accel-Redirect} values that name files of this root, decoded,
 *     e.g. {@code /protected/}; null for none
 * @param allowDelete whether {@code X-Sendfile-Temporary} may delete its files
 * @param origins applications and virtual servers that may hand its files off
 * @param markerFile file in it that proves that its share is mounted, relative to it; null for none
 * @param store where its files lie in place of a folder, such as {@code s3://bucket/prefix}: then
 *     the path is only a name; null for a folder
 */
public record Root(
    String name,
    Path path,
    SymlinkPolicy symlinks,
    HiddenFiles hidden,
    boolean zeroCopy,
    @Nullable String uriPrefix,
    boolean allowDelete,
    AllowedOrigins origins,
    @Nullable String markerFile,
    @Nullable String store) {
  private static final Pattern STORE =
      Pattern.compile("[a-z][a-z0-9]{0,15}://[^\\s?#%\\\\\\p{Cc}]+");

  private static final Pattern URI_PREFIX =
      Pattern.compile("(?:/(?!\\.\\.?/)[^/?#%\\\\\\p{Cc}]++)*+/");

  /**
   * @throws IllegalArgumentException when the name has other characters than letters, digits, dot,
   *     underscore and hyphen, the path is not absolute or has {@code ..} elements, or the prefix
   *     is not accepted by {@link #isUriPrefix}, the marker file by {@link #isMarkerFile}, or the
   *     store by {@link #isStore}
   */
  public Root {
    if (!isName(name, name.length())) {
      throw new IllegalArgumentException(
          String.format(
              "root name '%s' is not allowed; use letters, digits, dot, underscore and hyphen",
              Escapes.forLog(name)));
    }
    if (!path.isAbsolute() || !path.normalize().equals(path)) {
      throw new IllegalArgumentException(
          String.format(
              "path '%s' of root '%s' must be absolute and without . or .. elements",
              Escapes.forLog(path.toString()), name));
    }
    if (uriPrefix != null && !isUriPrefix(uriPrefix)) {
      throw new IllegalArgumentException(
          String.format(
              "URI prefix '%s' of root '%s' must begin and end with /, without empty, ."
                  + " or .. elements, ?, #, %% or backslash",
              Escapes.forLog(uriPrefix), name));
    }
    if (markerFile != null && !isMarkerFile(markerFile)) {
      throw new IllegalArgumentException(
          String.format(
              "marker file '%s' of root '%s' must be a path below its folder, without ."
                  + " or .. elements",
              Escapes.forLog(markerFile), name));
    }
    if (store != null && !isStore(store)) {
      throw new IllegalArgumentException(
          String.format(
              "store '%s' of root '%s' must be a scheme, ://, and a place, as in"
                  + " s3://bucket/prefix",
              Escapes.forLog(store), name));
    }
  }

  /** A root in a folder for every origin, without URI prefix, deletion or marker file. */
  public Root(
      String name, Path path, SymlinkPolicy symlinks, HiddenFiles hidden, boolean zeroCopy) {
    this(name, path, symlinks, hidden, zeroCopy, null, false, AllowedOrigins.ALL, null, null);
  }

  /** The URI prefix; empty for none. */
  String prefix() {
    return uriPrefix == null ? "" : uriPrefix;
  }

  /** Path of the marker file; null for none. */
  public @Nullable Path marker() {
    return markerFile == null ? null : path.resolve(markerFile);
  }

  /** Whether the first {@code length} characters are a name: one or more allowed characters. */
  public static boolean isName(String text, int length) {
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      boolean letterOrDigit =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letterOrDigit && c != '.' && c != '_' && c != '-') {
        return false;
      }
    }
    return length > 0;
  }

  /**
   * Whether the text may be a URI prefix: {@code /}, or names between slashes, none of them {@code
   * .} or {@code ..}, without query, fragment, percent sign (prefixes are compared decoded),
   * backslash and control characters.
   */
  public static boolean isUriPrefix(String text) {
    return URI_PREFIX.matcher(text).matches();
  }

  /** Whether the text may name a store: a scheme, {@code ://} and a place, without blanks. */
  public static boolean isStore(String text) {
    return STORE.matcher(text).matches();
  }

  /** Whether the text may name a marker file: a relative path without {@code .} and {@code ..}. */
  public static boolean isMarkerFile(String text) {
    try {
      Path file = Path.of(text);
      return !text.isEmpty()
          && !file.isAbsolute()
          && file.equals(file.normalize())
          && !file.startsWith("..");
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
