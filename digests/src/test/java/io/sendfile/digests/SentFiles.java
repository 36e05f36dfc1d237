package io.sendfile.digests;

import io.sendfile.spi.SentFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Files, as the module tells them that has sent them. */
final class SentFiles {
  static final Instant OLD = Instant.parse("2020-01-02T03:04:05.123456789Z");

  private SentFiles() {}

  static Path old(Path file, String content) throws IOException {
    Files.writeString(file, content);
    return Files.setLastModifiedTime(file, FileTime.from(OLD));
  }

  static SentFile sent(Path file) throws IOException {
    return sent(file, file, null);
  }

  static SentFile sentWithChange(Path file) throws IOException {
    return sent(file, file, ((FileTime) Files.getAttribute(file, "unix:ctime")).toInstant());
  }

  /**
   * @param local the name by which it is asked for
   */
  static SentFile sent(Path file, Path local, @Nullable Instant changed) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return new SentFile(
        "root",
        "path",
        local,
        null,
        now.size(),
        now.lastModifiedTime().toInstant(),
        changed,
        now.fileKey(),
        null);
  }

  static String hex(DigestAlgorithm algorithm, Path file) throws IOException {
    return HexFormat.of().formatHex(digest(algorithm, file));
  }

  static String base64(DigestAlgorithm algorithm, Path file) throws IOException {
    return Base64.getEncoder().encodeToString(digest(algorithm, file));
  }

  private static byte[] digest(DigestAlgorithm algorithm, Path file) throws IOException {
    MessageDigest digest = algorithm.begin();
    return digest.digest(Files.readAllBytes(file));
  }

  static void tag(Path file, String sha256, String time) throws IOException {
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    view.write("shatag.sha256", StandardCharsets.US_ASCII.encode(sha256));
    view.write("shatag.ts", StandardCharsets.US_ASCII.encode(time));
  }
}
