package io.sendfile.core.content;

import io.sendfile.core.files.FileFacts;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Codings a file may be stored in, besides the plain one; best compression first. */
public enum ContentCoding {
  /** Brotli (RFC 7932). */
  BROTLI("br", ".br"),
  /** Zstandard (RFC 8878). */
  ZSTANDARD("zstd", ".zst"),
  /** Gzip (RFC 1952). */
  GZIP("gzip", ".gz"),
  /** The plain file. */
  IDENTITY("identity", "");

  private final String token;
  private final String suffix;

  ContentCoding(String token, String suffix) {
    this.token = token;
    this.suffix = suffix;
  }

  /** The name on the wire; {@code identity} is never sent (RFC 9110 section 8.4). */
  public String token() {
    return token;
  }

  /** Suffix of a sibling's file name. */
  public String suffix() {
    return suffix;
  }

  /** Suffix of this coding's entity tag. */
  String tagSuffix() {
    return this == IDENTITY ? "" : "-" + token;
  }

  boolean isNamed(String coding) {
    // Recipients should treat x-gzip as gzip (RFC 9110 section 8.4.1.3).
    return token.equalsIgnoreCase(coding) || (this == GZIP && coding.equalsIgnoreCase("x-gzip"));
  }

  /**
   * The codings of siblings of a file to try by Accept-Encoding (RFC 9110 section 12.5.3), best
   * first: by weight, then by the order of these. The last is always {@link #IDENTITY}: it is sent
   * when no sibling exists, also to clients that claim not to want it, because a refusal would
   * serve nobody.
   *
   * @param acceptEncoding the values of all such fields; without any only the plain file is tried
   */
  public static List<ContentCoding> order(List<String> acceptEncoding) {
    Map<ContentCoding, Integer> weights = weights(String.join(",", acceptEncoding));
    List<ContentCoding> order = new ArrayList<>();
    int plain = weights.getOrDefault(ContentCoding.IDENTITY, 0);
    for (ContentCoding coding : ContentCoding.values()) {
      int weight = weights.getOrDefault(coding, 0);
      if (coding != ContentCoding.IDENTITY && weight > 0 && weight >= plain) {
        order.add(coding);
      }
    }
    order.sort(Comparator.comparing((ContentCoding c) -> weights.getOrDefault(c, 0)).reversed());
    order.add(ContentCoding.IDENTITY);
    return order;
  }

  /**
   * Whether a sibling may replace its file: it is not older than the file's last change. For a file
   * of a fixed time that is not older than the file's last replacement.
   */
  public static boolean isFresh(FileFacts sibling, FileFacts file) {
    if (file.change() == null) {
      return sibling.modified().compareTo(file.modified()) >= 0;
    }
    FileTime siblings = sibling.lastChange();
    FileTime files = file.lastChange();
    return siblings != null && files != null && siblings.compareTo(files) >= 0;
  }

  /** The value of Vary that announces the choice to caches, merged with the application's. */
  public static String vary(List<String> ofApplication) {
    String given = String.join(", ", ofApplication);
    for (String name : given.split(",", -1)) {
      String stripped = name.strip();
      if (stripped.equals("*") || stripped.equalsIgnoreCase("Accept-Encoding")) {
        return given;
      }
    }
    return given.isBlank() ? "Accept-Encoding" : given + ", Accept-Encoding";
  }

  /** Weights in thousandths, of the codings that are named or covered by an asterisk. */
  private static Map<ContentCoding, Integer> weights(String field) {
    Map<ContentCoding, Integer> weights = new EnumMap<>(ContentCoding.class);
    int others = -1;
    for (String element : field.split(",", -1)) {
      String[] parts = element.split(";", -1);
      String name = parts[0].strip();
      int weight = weight(parts);
      if (name.equals("*")) {
        others = weight;
      }
      for (ContentCoding coding : ContentCoding.values()) {
        if (coding.isNamed(name)) {
          weights.put(coding, weight);
        }
      }
    }
    for (ContentCoding coding : ContentCoding.values()) {
      // An asterisk allows the plain file, too, but does not mean that the client prefers it.
      if (others >= 0 && coding != ContentCoding.IDENTITY) {
        weights.putIfAbsent(coding, others);
      }
    }
    return weights;
  }

  private static int weight(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
      if (parameter.startsWith("q=")) {
        return thousandths(parameter.substring(2).strip());
      }
    }
    return 1000;
  }

  /** A malformed weight counts as 0: better plain than unreadable. */
  private static int thousandths(String weight) {
    if (!weight.matches("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?")) {
      return 0;
    }
    String digits = weight.replace(".", "") + "000";
    return Integer.parseInt(digits.substring(0, 4));
  }
}
