package io.sendfile.core.content;

import io.sendfile.core.http.ResponseView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Media types by file extension, for files whose application sets none and has no mime-mapping;
 * GlassFish's own mappings lack many, such as mp4, webp, woff2 and wasm. No charset: the module
 * does not read the text.
 */
final class MediaTypes {
  /** For files of unknown type: browsers must not guess, or they run what users uploaded. */
  private static final String UNKNOWN = "application/octet-stream";

  private static final Map<String, String> BY_EXTENSION = Map.copyOf(byExtension(lines()));

  private MediaTypes() {}

  /**
   * The type of a file by the last extension of its name, without regard to case; empty if unknown.
   *
   * @param name name or path, with {@code /} separators
   */
  static Optional<String> of(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    return dot < 0
        ? Optional.empty()
        : Optional.ofNullable(BY_EXTENSION.get(file.substring(dot + 1).toLowerCase(Locale.ROOT)));
  }

  /**
   * The type in a response: the application's own, that of its mime-mappings, or one of these.
   *
   * @param name name or path of the file
   */
  static String of(ResponseView application, String name) {
    List<String> given = application.headers("Content-Type");
    if (!given.isEmpty() && !given.get(0).isBlank()) {
      return given.get(0);
    }
    String mapped = application.mediaType(name);
    return mapped != null ? mapped : of(name).orElse(UNKNOWN);
  }

  /** The table: per line a media type and its extensions, sorted by type. */
  static List<String> lines() {
    try (InputStream table =
        Objects.requireNonNull(MediaTypes.class.getResourceAsStream("media-types.txt"))) {
      return new String(table.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> byExtension(List<String> lines) {
    Map<String, String> byExtension = new HashMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      for (int i = 1; i < words.length; i++) {
        byExtension.put(words[i], words[0]);
      }
    }
    return byExtension;
  }
}
