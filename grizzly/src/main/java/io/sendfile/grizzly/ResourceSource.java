package io.sendfile.grizzly;

import io.sendfile.core.files.Root;
import io.sendfile.core.files.Sink;
import io.sendfile.core.files.Source;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A resource for one response: bytes in memory, a slice of a file such as a JAR, or such a slice
 * with bytes before and after it.
 */
final class ResourceSource implements Source {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Root root;
  private final String name;
  private final ByteBuffer before;
  private final @Nullable SharedFile file;
  private final long position;
  private final long length;
  private final ByteBuffer after;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ResourceSource(
      Root root,
      String name,
      ByteBuffer before,
      @Nullable SharedFile file,
      long position,
      long length,
      ByteBuffer after) {
    this.root = root;
    this.name = name;
    this.before = before;
    this.file = file;
    this.position = position;
    this.length = length;
    this.after = after;
  }

  static ResourceSource ofBytes(Root root, String name, ByteBuffer bytes) {
    return new ResourceSource(root, name, bytes, null, 0, 0, NOTHING);
  }

  /**
   * @param file in use for it
   */
  static ResourceSource ofFile(
      Root root, String name, SharedFile file, long position, long length) {
    return framed(root, name, NOTHING, file, position, length, NOTHING);
  }

  /**
   * @param before bytes before the slice
   * @param file in use for it
   * @param after bytes after the slice
   */
  static ResourceSource framed(
      Root root,
      String name,
      ByteBuffer before,
      SharedFile file,
      long position,
      long length,
      ByteBuffer after) {
    return new ResourceSource(root, name, before, file, position, length, after);
  }

  @Override
  public long size() {
    return before.remaining() + length + after.remaining();
  }

  @Override
  public Root root() {
    return root;
  }

  @Override
  public String relativePath() {
    return name;
  }

  @Override
  public boolean reused() {
    return true;
  }

  @Override
  public boolean readsAtOnce() {
    return true;
  }

  @Override
  public boolean zeroCopy() {
    return file != null;
  }

  @Override
  public @Nullable Stretch extent(long at, long max) throws IOException {
    long inFile = at - before.remaining();
    return file == null || inFile < 0 || inFile >= length
        ? null
        : new Stretch(file.channel(), position + inFile, Math.min(max, length - inFile));
  }

  @Override
  public long sendTo(Sink sink, long at, long max) throws IOException {
    long inFile = at - before.remaining();
    if (inFile < 0) {
      return send(sink, before, at, max);
    }
    return file == null || inFile >= length
        ? send(sink, after, inFile - length, max)
        : sink.send(file.channel(), position + inFile, Math.min(max, length - inFile));
  }

  private static long send(Sink sink, ByteBuffer bytes, long at, long max) throws IOException {
    int from = bytes.position() + (int) at;
    int count = (int) Math.min(max, bytes.limit() - from);
    return sink.send(bytes.duplicate().limit(from + count).position(from));
  }

  @Override
  public boolean lacks(long end) throws IOException {
    return file != null && file.channel().size() < position + length;
  }

  @Override
  public boolean isReadable(long at) throws IOException {
    Stretch extent = extent(at, 1);
    return extent == null || extent.file().read(ByteBuffer.allocate(1), extent.position()) == 1;
  }

  @Override
  public void close() {
    if (file != null && closed.compareAndSet(false, true)) {
      file.release();
    }
  }
}
