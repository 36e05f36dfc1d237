package io.sendfile.glassfish.archive;

import io.sendfile.glassfish.archive.Member.Found;
import io.sendfile.glassfish.files.FileFacts;
import io.sendfile.glassfish.zip.ZipEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;

/** Digest and time of an archive's state, for its entity tag. */
final class Fingerprint {
  private Fingerprint() {}

  /** Sixteen hexadecimal digits; equal in every JVM for members with equal facts. */
  static String of(List<Member> members, boolean identity) {
    MessageDigest digest = sha256();
    for (Member member : members) {
      ZipEntry entry = member.entry();
      StringBuilder row = new StringBuilder().append(entry.name()).append('\0');
      row.append(entry.size()).append(' ').append(entry.crc()).append(' ');
      Found file = member.file();
      if (file != null) {
        append(row, file.facts(), identity);
      }
      digest.update(row.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private static void append(StringBuilder row, FileFacts facts, boolean identity) {
    Instant modified = facts.modified().toInstant();
    row.append(modified.getEpochSecond()).append('.').append(modified.getNano());
    if (identity) {
      row.append(' ').append(facts.key());
    }
  }

  /**
   * The time of the most recently modified member, in whole seconds: the tag then is weak as long
   * as a member may change without a new time, whatever its file system.
   */
  static FileTime youngest(List<Member> members) {
    Instant youngest = Instant.EPOCH;
    for (Member member : members) {
      Found file = member.file();
      if (file != null && file.facts().modified().toInstant().isAfter(youngest)) {
        youngest = file.facts().modified().toInstant();
      }
    }
    return FileTime.from(youngest.truncatedTo(ChronoUnit.SECONDS));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
