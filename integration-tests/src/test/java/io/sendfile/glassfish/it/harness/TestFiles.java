package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;

/** Files of known content below one folder, created on first use. */
public final class TestFiles {
  /** The root that holds them. */
  public static final String ROOT = "files";

  /** Length of the sparse file: a little more than 32-bit numbers hold. */
  public static final long HUGE = (1L << 32) + (64 << 20);

  /** Places of content in the sparse file: its ends, and around the limits of 32-bit numbers. */
  public static final List<Long> MARKS = List.of(0L, (1L << 31) - 8, (1L << 32) - 8, HUGE - 16);

  private static final FileTime SETTLED = FileTime.from(Instant.parse("2024-02-03T04:05:06.789Z"));
  private static final int BLOCK = 1 << 16;
  private static final Map<Path, String> DIGESTS = new ConcurrentHashMap<>();

  private TestFiles() {}

  /** The folder of the root. */
  public static Path folder() {
    try {
      return Files.createDirectories(Settings.work().resolve("root"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of that length with random content, the same in every run. */
  public static Path ofLength(long length) {
    return file("random-" + length + ".bin", length);
  }

  /** Like {@link #ofLength}, for a test that changes the file. */
  public static Path file(String name, long length) {
    Path file = folder().resolve(name);
    try {
      if (!Files.exists(file) || Files.size(file) != length) {
        fill(file, length);
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fill(Path file, long length) throws IOException {
    SplittableRandom random = new SplittableRandom(length);
    byte[] block = new byte[BLOCK];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long left = length; left > 0; left -= block.length) {
        random.nextBytes(block);
        out.write(block, 0, (int) Math.min(left, block.length));
      }
    }
  }

  /** Like {@link #file}, last changed so long ago that its entity tag is strong. */
  public static Path settled(String name, long length) {
    return settle(file(name, length));
  }

  /** Sets a file's time of change to long ago. */
  public static Path settle(Path file) {
    try {
      return Files.setLastModifiedTime(file, SETTLED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A text that compresses well. */
  public static Path page() throws IOException {
    Path plain = folder().resolve("page.txt");
    Files.writeString(plain, "All work and no play makes Jack a dull boy.\n".repeat(5000));
    return settle(plain);
  }

  /** The precompressed sibling of a file, for clients that accept gzip. */
  public static Path compressed(Path plain) throws IOException {
    Path sibling = plain.resolveSibling(plain.getFileName() + ".gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(sibling))) {
      Files.copy(plain, out);
    }
    return settle(sibling);
  }

  /** A file of {@link #HUGE} zero bytes, except 16 bytes at each of the {@link #MARKS}. */
  public static Path huge() {
    Path file = folder().resolve("huge.bin");
    try {
      if (!Files.exists(file)) {
        try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
          for (long mark : MARKS) {
            channel.write(ByteBuffer.wrap(mark(mark)), mark);
          }
        }
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The 16 bytes of a mark, which name its place. */
  public static byte[] mark(long position) {
    return "%016x".formatted(position).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  /** SHA-256 of a file, in hexadecimal. */
  public static String digest(Path file) {
    return DIGESTS.computeIfAbsent(file, TestFiles::read);
  }

  private static String read(Path file) {
    MessageDigest digest = sha256();
    byte[] block = new byte[BLOCK];
    try (var in = Files.newInputStream(file)) {
      for (int n = in.read(block); n >= 0; n = in.read(block)) {
        digest.update(block, 0, n);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SHA-256 of bytes, in hexadecimal. */
  public static String digest(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /** The header value of a file of the root. */
  public static String value(Path file) {
    return ROOT + ":" + folder().relativize(file);
  }
}
