package io.sendfile.glassfish.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Supplier;
import org.glassfish.internal.api.Globals;
import org.jspecify.annotations.Nullable;

/**
 * Access to the wall display: whoever sends the key of the settings may read its figures, without a
 * session. The key is in the fragment of the page's address, which browsers send nowhere.
 */
public final class WallDisplay {
  /** Request field with the key. */
  public static final String FIELD = "Wall-Display-Key";

  /** Path of the page, below the context root. */
  public static final String PAGE = "/wall.html";

  /** Path of the figures, which need the key. */
  public static final String FIGURES = "/wall";

  /** Files that the page loads: public scripts, styles and an icon. */
  private static final List<String> PARTS =
      List.of(
          PAGE,
          "/resources/sendfile/icon.svg",
          "/resources/sendfile/wall.css",
          "/resources/sendfile/wall.js",
          "/resources/sendfile/charts.js",
          "/primefaces/chart/chart.js");

  /** The Content-Security-Policy of the page. */
  public static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

  private WallDisplay() {}

  /** The key in force; empty while there is no wall display. */
  public static String key() {
    @Nullable Supplier<?> key =
        Globals.getDefaultHabitat().getService(Supplier.class, "sendfile-wall-display-key");
    return key == null ? "" : String.valueOf(key.get());
  }

  /** Whether there is a wall display, and this is its key; takes the same time for any other. */
  public static boolean isKey(@Nullable String given, String key) {
    return !key.isEmpty() && given != null && MessageDigest.isEqual(bytes(given), bytes(key));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Whether a request without a session is answered.
   *
   * @param path below the context root
   * @param given its field {@link #FIELD}
   * @param key the key in force
   */
  public static boolean isOpen(String path, @Nullable String given, String key) {
    return !key.isEmpty() && (PARTS.contains(path) || (path.equals(FIGURES) && isKey(given, key)));
  }

  /** Whether the path leads to nothing without the key, with a session, either. */
  public static boolean isOwn(String path) {
    return path.equals(PAGE) || path.equals(FIGURES);
  }
}
