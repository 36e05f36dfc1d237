package io.sendfile.digests;

import io.sendfile.spi.SentFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Digests that others have stored with a file: in a file beside it, or in its attributes. */
final class StoredDigests {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.digests");

  private static final String SHATAG_DIGEST = "shatag.sha256";
  private static final String SHATAG_TIME = "shatag.ts";

  /** Seconds, and a fraction of up to nine digits. */
  private static final Pattern TIME = Pattern.compile("([0-9]{1,12})(?:\\.([0-9]{1,9}))?");

  /** A line of sha256sum: digits, a blank, a blank or an asterisk, and the name. */
  private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]+)(?:[ \\t]+\\*?(.*))?");

  /** Bytes that are read of a sidecar file. */
  private static final int MOST = 16 << 10;

  private static final int MOST_OF_ATTRIBUTE = 256;

  private StoredDigests() {}

  /**
   * All that are there and belong to the file as it is. Reads a few small things.
   *
   * @param file real path
   * @param state of the file
   * @param sent the file as it was sent
   */
  static Map<DigestAlgorithm, String> of(
      Path file, FileState state, SentFile sent, DigestSettings settings) {
    Map<DigestAlgorithm, String> found = new EnumMap<>(DigestAlgorithm.class);
    if (settings.extendedAttributes()) {
      put(found, DigestAlgorithm.SHA_256, attribute(file, state));
    }
    if (settings.sidecarFiles()) {
      for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
        put(found, algorithm, sidecar(file, state, sent, algorithm));
      }
    }
    return found;
  }

  private static void put(
      Map<DigestAlgorithm, String> found, DigestAlgorithm algorithm, @Nullable String digest) {
    if (digest != null) {
      found.put(algorithm, digest);
    }
  }

  private static @Nullable String sidecar(
      Path file, FileState state, SentFile sent, DigestAlgorithm algorithm) {
    Path beside = Path.of(file + "." + algorithm.shortName());
    try {
      if (!FileState.of(beside).isNotOlderThan(state, sent)) {
        LOG.fine(() -> beside + " is not used, as it is older than its file");
        return null;
      }
      try (InputStream in = Files.newInputStream(beside, LinkOption.NOFOLLOW_LINKS)) {
        String text = new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
        String digest = inLines(text, String.valueOf(file.getFileName()), algorithm);
        if (digest == null) {
          LOG.fine(() -> beside + " is not used, as it has no digest of its file");
        }
        return digest;
      }
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> beside + " is not used");
      return null;
    }
  }

  /**
   * The digest in the first line that has one, and that names the file or none.
   *
   * @param name of the file, without folders
   */
  static @Nullable String inLines(String text, String name, DigestAlgorithm algorithm) {
    for (String line : text.split("\\R", -1)) {
      Matcher matcher = LINE.matcher(line.strip());
      if (matcher.matches()) {
        String named = matcher.group(2);
        String digest = algorithm.ofHex(matcher.group(1));
        if (digest != null
            && (named == null || named.substring(named.lastIndexOf('/') + 1).equals(name))) {
          return digest;
        }
      }
    }
    return null;
  }

  /** The digest that shatag or cshatag have written for the file's modification time. */
  private static @Nullable String attribute(Path file, FileState state) {
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(
            file, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    try {
      if (view == null || !view.list().contains(SHATAG_DIGEST)) {
        return null;
      }
      byte[] stored = bytes(view, SHATAG_DIGEST);
      String digest = inAttributes(stored, bytes(view, SHATAG_TIME), state.modified());
      if (digest == null) {
        LOG.fine(() -> "the attributes of " + file + " are not used: they belong to another time");
      }
      return digest;
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> "the attributes of " + file + " are not used");
      return null;
    }
  }

  private static byte[] bytes(UserDefinedFileAttributeView view, String name) throws IOException {
    int size = view.size(name);
    if (size > MOST_OF_ATTRIBUTE) {
      throw new IOException(name + " has " + size + " bytes");
    }
    ByteBuffer bytes = ByteBuffer.allocate(size);
    view.read(name, bytes);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** The digest in the values of two attributes, if the second is the file's modification time. */
  static @Nullable String inAttributes(byte[] digest, byte[] time, Instant modified) {
    String stored = DigestAlgorithm.SHA_256.ofHex(text(digest));
    return stored != null && isTime(text(time), modified) ? stored : null;
  }

  /** Early versions have put a NUL at the end. */
  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.US_ASCII);
    return text.endsWith("\0") ? text.substring(0, text.length() - 1) : text;
  }

  private static boolean isTime(String text, Instant modified) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    String fraction = matcher.group(2);
    String nanos = ((fraction == null ? "" : fraction) + "000000000").substring(0, 9);
    return Instant.ofEpochSecond(Long.parseLong(matcher.group(1)), Integer.parseInt(nanos))
        .equals(modified);
  }
}
