package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Checks {@link TestFiles#huge} on arrival: zeros except at the marks. Fast, keeps nothing. */
public final class MarkWatcher extends OutputStream {
  private static final byte[] ZEROS = new byte[1 << 18];

  private long length;

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    byte[] expected = ZEROS;
    for (long mark : TestFiles.MARKS) {
      if (mark < length + count && mark + 16 > length) {
        expected = expected == ZEROS ? new byte[count] : expected;
        mark(expected, count, mark);
      }
    }
    int differs = Arrays.mismatch(bytes, offset, offset + count, expected, 0, count);
    if (differs >= 0) {
      throw new IOException("wrong byte at " + (length + differs));
    }
    length += count;
  }

  private void mark(byte[] expected, int count, long mark) {
    byte[] text = TestFiles.mark(mark);
    for (int i = 0; i < text.length; i++) {
      long at = mark + i - length;
      if (at >= 0 && at < count) {
        expected[(int) at] = text[i];
      }
    }
  }

  /** Bytes received, all correct. */
  public long length() {
    return length;
  }
}
