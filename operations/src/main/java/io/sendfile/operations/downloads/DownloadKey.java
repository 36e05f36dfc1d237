package io.sendfile.operations.downloads;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.spi.TransferResult;
import java.net.URLDecoder;
import java.net.URLEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a download, shared by its transfers.
 *
 * @param given whether an application gave the download an id
 * @param name that id, or the name or address of the client
 * @param root name of the root
 * @param path of the file relative to the root
 */
record DownloadKey(boolean given, String name, String root, String path) {
  /** The key of a transfer; null if its download cannot be identified. */
  static @Nullable DownloadKey of(TransferResult result) {
    if (result.idGiven()) {
      return new DownloadKey(true, result.id(), result.root(), result.path());
    }
    String etag = result.delivered().etag();
    // A weak tag does not identify bytes (RFC 9110 section 8.8.1).
    return etag.isEmpty() || etag.startsWith("W/")
        ? null
        : new DownloadKey(false, client(result), result.root(), result.path());
  }

  private static String client(TransferResult result) {
    return result.identity().isEmpty() ? result.client() : result.identity();
  }

  /** Text form: ASCII without spaces and line ends. */
  String text() {
    return String.join("/", given ? "id" : "client", encoded(name), encoded(root), encoded(path));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, UTF_8);
  }

  /**
   * Parses {@link #text}.
   *
   * @throws IllegalArgumentException for any other text
   */
  static DownloadKey read(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 4 || !(parts[0].equals("id") || parts[0].equals("client"))) {
      throw new IllegalArgumentException("no key of a download: " + text);
    }
    return new DownloadKey(
        parts[0].equals("id"), decoded(parts[1]), decoded(parts[2]), decoded(parts[3]));
  }

  private static String decoded(String value) {
    return URLDecoder.decode(value, UTF_8);
  }
}
