package io.sendfile.glassfish.it.harness;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Consumes a body without keeping it: length, digest and the first bytes. */
final class BodyWatcher extends OutputStream {
  /** Limit of kept bytes. */
  static final int KEPT = 64 * 1024;

  private final MessageDigest digest = TestFiles.sha256();
  private final ByteArrayOutputStream start = new ByteArrayOutputStream();
  private long length;

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) {
    if (length < KEPT) {
      int kept = (int) Math.min(count, KEPT - length);
      start.write(bytes, offset, kept);
    }
    digest.update(bytes, offset, count);
    length += count;
  }

  Answer answer(int status, java.util.List<Answer.Header> headers) {
    return new Answer(
        status, headers, start.toByteArray(), length, HexFormat.of().formatHex(digest.digest()));
  }
}
