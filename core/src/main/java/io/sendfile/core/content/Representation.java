package io.sendfile.core.content;

import io.sendfile.core.files.FileChange;
import io.sendfile.core.files.FileFacts;
import io.sendfile.core.http.EntityTag;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Validators;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
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
    FileChange change = facts.change();
    Object distinction = change == null ? key : key == null ? change : List.of(key, change);
    Validators tagged = Validators.of(facts.modified(), facts.size(), distinction, lastChange, now);
    // Removing a member does not change the archive's time.
    return made || change != null ? tagged.withoutDate() : tagged;
  }
}
