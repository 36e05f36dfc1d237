package io.sendfile.core.content;

import io.sendfile.core.files.OpenFile.FileFacts;
import io.sendfile.core.files.OpenFile.FileFacts.Change;
import io.sendfile.core.http.EntityTag;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Validators;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored bytes that answer a request.
 *
 * @param facts of the opened file: of the sibling, if one was chosen
 * @param name name or path of the plain file; its extension tells the media type
 * @param coding the coding of the stored bytes
 * @param negotiated whether Accept-Encoding chose the coding, which caches must know
 * @param declaredCoding the application's Content-Encoding of the file's own bytes, or null
 * @param made whether it is made of several files, or taken out of one: then the key distinguishes
 *     it, and no date does
 * @param fields by which its store describes it, where the application does not
 */
public record Representation(
    FileFacts facts,
    String name,
    ContentCoding coding,
    boolean negotiated,
    @Nullable String declaredCoding,
    boolean made,
    Map<String, String> fields) {
  /** Ranges of one response out of a store, each of which may have it send a slice. */
  private static final int MOST_OUT_OF_STORE = 8;

  /** A file in a folder. */
  public Representation(
      FileFacts facts,
      String name,
      ContentCoding coding,
      boolean negotiated,
      @Nullable String declaredCoding) {
    this(facts, name, coding, negotiated, declaredCoding, false, Map.of());
  }

  /** A file of a store, in the coding in which that has it. */
  public static Representation stored(FileFacts facts, String name, Map<String, String> fields) {
    String coding = fields.get("Content-Encoding");
    return new Representation(facts, name, ContentCoding.IDENTITY, false, coding, false, fields);
  }

  /**
   * An archive.
   *
   * @param facts its length, the time of its youngest member, and a digest of all of them
   */
  public static Representation archive(FileFacts facts) {
    return new Representation(
        facts, "archive.zip", ContentCoding.IDENTITY, false, null, true, Map.of());
  }

  /** A file as it is, without a choice of codings. */
  public static Representation plain(FileFacts facts, String name) {
    return new Representation(facts, name, ContentCoding.IDENTITY, false, null);
  }

  /** Whether it is the file as it is. */
  public boolean isPlain() {
    return coding == ContentCoding.IDENTITY && !negotiated && declaredCoding == null;
  }

  /** Most ranges of one response: a coding would be that of all its parts and their headers. */
  int mostRanges() {
    if (declaredCoding != null || coding != ContentCoding.IDENTITY) {
      return 1;
    }
    return facts.key() instanceof FileFacts.Version ? MOST_OUT_OF_STORE : Integer.MAX_VALUE;
  }

  /** Its validators: the application's if set, one tag per coding. */
  Validators validators(EtagMode mode, ResponseView application, Instant now) {
    Validators own = own(mode, now);
    Validators ours =
        switch (mode) {
          case STRONG, STRONG_INODE -> own;
          case WEAK -> own.mapEtag(EntityTag::asWeak);
          case NONE -> own.withoutEtag();
        };
    return ours.overriddenBy(application, now).mapEtag(tag -> tag.withSuffix(coding.tagSuffix()));
  }

  /**
   * A fixed time tells no two versions apart: what does is in the tag, and the date proves nothing.
   */
  private Validators own(EtagMode mode, Instant now) {
    if (facts.key() instanceof FileFacts.Version version) {
      Validators named = Validators.of(version.tag(), facts.modified(), now);
      return facts.isEarly() ? named.withoutDate() : named;
    }
    FileTime lastChange = facts.lastChange();
    if (lastChange == null) {
      return Validators.NONE;
    }
    Object key = made || mode == EtagMode.STRONG_INODE ? facts.key() : null;
    Change change = facts.change();
    Object distinction = change == null ? key : key == null ? change : List.of(key, change);
    Validators tagged = Validators.of(facts.modified(), facts.size(), distinction, lastChange, now);
    // Removing a member does not change the archive's time.
    return made || change != null ? tagged.withoutDate() : tagged;
  }

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
     * first: by weight, then by the order of these. The last is always {@link #IDENTITY}: it is
     * sent when no sibling exists, also to clients that claim not to want it, because a refusal
     * would serve nobody.
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
     * Whether a sibling may replace its file: it is not older than the file's last change. For a
     * file of a fixed time that is not older than the file's last replacement.
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

  /** Kinds of entity tags for files. A tag of the application is always sent as it is. */
  public enum EtagMode {
    /** Strong tags, by which downloads can be resumed; equal for copies with the same time. */
    STRONG,
    /** Strong tags that distinguish files of the same size and time, also those of two hosts. */
    STRONG_INODE,
    /** Weak tags, for files whose bytes may change without a change of time or size. */
    WEAK,
    /** None; Last-Modified remains. */
    NONE;

    /** The name in configuration, e.g. {@code strong}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
