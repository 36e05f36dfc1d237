package io.sendfile.core.content;

import io.sendfile.core.files.FileFacts;
import io.sendfile.core.files.FileFacts.Change;
import io.sendfile.core.http.EntityTag;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Validators;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored bytes that answer a request.
 *
 * @param facts of the opened file: of the sibling, if one was chosen
 * @param name name or path of the plain file; its extension tells the media type
 * @param coding the coding of the stored bytes
 * @param negotiated whether Accept-Encoding chose the coding, which caches must know
 * @param declaredCoding the application's Content-Encoding of the file's own bytes, or null
 * @param made whether it is made of several files: then the key distinguishes it, and no date does
 */
public record Representation(
    FileFacts facts,
    String name,
    ContentCoding coding,
    boolean negotiated,
    @Nullable String declaredCoding,
    boolean made) {
  /** A stored file. */
  public Representation(
      FileFacts facts,
      String name,
      ContentCoding coding,
      boolean negotiated,
      @Nullable String declaredCoding) {
    this(facts, name, coding, negotiated, declaredCoding, false);
  }

  /**
   * An archive.
   *
   * @param facts its length, the time of its youngest member, and a digest of all of them
   */
  public static Representation archive(FileFacts facts) {
    return new Representation(facts, "archive.zip", ContentCoding.IDENTITY, false, null, true);
  }

  /** A file as it is, without a choice of codings. */
  public static Representation plain(FileFacts facts, String name) {
    return new Representation(facts, name, ContentCoding.IDENTITY, false, null);
  }

  /** Whether it is the file as it is. */
  public boolean isPlain() {
    return coding == ContentCoding.IDENTITY && !negotiated && declaredCoding == null;
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
}
