package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.grizzly.BodyBuffers.BodyBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpResponsePacket;

/**
 * TLS, HTTP/2, and clear connections without zero copy: one buffer at a time goes through the
 * filters below; the next follows when the kernel has taken it, so that TLS records, HTTP/2 flow
 * control and back-pressure are the filters' business.
 */
final class BufferSink extends HeadSink {
  private final BodyBuffers buffers;
  private final long length;
  private final int bufferBytes;
  private long accepted;

  /**
   * A sink for a body of {@code length} bytes.
   *
   * @param bufferBytes of the body on their way at most, when it is sent piece by piece; a slow
   *     client's progress is seen with each piece
   */
  BufferSink(
      HeldRequest held,
      HttpResponsePacket response,
      FilterChainContext below,
      BodyBuffers buffers,
      long length,
      int bufferBytes) {
    super(held, response, below);
    this.buffers = buffers;
    this.length = length;
    this.bufferBytes = bufferBytes;
  }

  @Override
  public long send(FileChannel file, long position, long count) throws IOException {
    if (busy()) {
      return 0;
    }
    int wanted = (int) Math.min(count, bufferBytes);
    BodyBuffer buffer = buffers.take(wanted);
    int read;
    try {
      read = FileReads.read(file, position, buffer.room());
    } catch (IOException e) {
      buffer.release();
      throw e;
    }
    return accept(buffer, read);
  }

  @Override
  public long send(ByteBuffer bytes) throws IOException {
    if (busy()) {
      return 0;
    }
    ByteBuffer part = bytes.slice().limit(Math.min(bytes.remaining(), bufferBytes));
    int count = part.remaining();
    bytes.position(bytes.position() + count);
    BodyBuffer buffer = buffers.take(count);
    buffer.room().put(part);
    return accept(buffer, count);
  }

  private long accept(BodyBuffer buffer, int bytes) {
    if (bytes == 0) {
      buffer.release();
      return 0;
    }
    accepted += bytes;
    sendContent(buffer, bytes, accepted == length);
    return bytes;
  }

  @Override
  public long zeroCopied() {
    return 0;
  }

  @Override
  void awaitSocket(Runnable wakeUp) {
    wakeUp.run();
  }
}
