package io.sendfile.digests;

import io.sendfile.spi.SentFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;

/**
 * The reading of one file, piece by piece, to its digest. The file is the one that was sent before
 * it is opened, and has the same state after its last byte is read. For one thread.
 */
final class FileReading implements AutoCloseable {
  private final SentFile sent;
  private final DigestAlgorithm algorithm;
  private final MessageDigest digest;
  private final Path real;
  private final FileState before;
  private final FileChannel channel;
  private final ByteBuffer buffer;

  /**
   * Opens it.
   *
   * @param local path of the file
   * @param pieceBytes bytes of a piece, at least 1
   * @throws IOException if it cannot be read, or is not the file that was sent
   */
  FileReading(SentFile sent, Path local, DigestAlgorithm algorithm, int pieceBytes)
      throws IOException {
    this.sent = sent;
    this.algorithm = algorithm;
    this.digest = algorithm.begin();
    this.real = local.toRealPath();
    this.before = FileState.of(real);
    if (!before.isOf(sent)) {
      throw new IOException("another file has taken its place");
    }
    this.buffer = ByteBuffer.allocate(pieceBytes);
    this.channel =
        FileChannel.open(real, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  /** The file that is read. */
  SentFile sent() {
    return sent;
  }

  /** The state that its digest belongs to. */
  FileState state() {
    return before;
  }

  DigestAlgorithm algorithm() {
    return algorithm;
  }

  /**
   * Reads a piece.
   *
   * @return whether there may be more
   */
  boolean readOn() throws IOException {
    buffer.clear();
    int n = channel.read(buffer);
    digest.update(buffer.flip());
    return n >= 0;
  }

  /**
   * The digest of all that was read, in base64.
   *
   * @throws IOException if the file has changed meanwhile
   */
  String finish() throws IOException {
    if (channel.position() != before.size() || !FileState.of(real).equals(before)) {
      throw new IOException("it has changed while it was read");
    }
    return Base64.getEncoder().encodeToString(digest.digest());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
