package io.sendfile.glassfish.grizzly;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * TLS, HTTP/2, and clear connections without zero copy: one buffer at a time goes through the
 * filters below; the next follows when the kernel has taken it, so that TLS records, HTTP/2 flow
 * control and back-pressure are the filters' business.
 */
final class BufferSink extends HeadSink {
  private final MemoryManager<?> memory;
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
      Exchange exchange,
      HttpResponsePacket response,
      FilterChainContext below,
      MemoryManager<?> memory,
      long length,
      int bufferBytes) {
    super(exchange, response, below);
    this.memory = memory;
    this.length = length;
    this.bufferBytes = bufferBytes;
  }

  @Override
  public long send(FileChannel file, long position, long count) throws IOException {
    if (busy()) {
      return 0;
    }
    int wanted = (int) Math.min(count, bufferBytes);
    Buffer buffer = memory.allocate(wanted);
    try {
      buffer.position(FileReads.read(file, position, buffer.toByteBuffer(0, wanted)));
    } catch (IOException e) {
      buffer.dispose();
      throw e;
    }
    return accept(buffer.flip());
  }

  @Override
  public long send(ByteBuffer bytes) throws IOException {
    if (busy()) {
      return 0;
    }
    ByteBuffer part = bytes.slice().limit(Math.min(bytes.remaining(), bufferBytes));
    bytes.position(bytes.position() + part.remaining());
    Buffer buffer = memory.allocate(part.remaining());
    buffer.put(part).flip();
    return accept(buffer);
  }

  private long accept(Buffer buffer) {
    int n = buffer.remaining();
    if (n == 0) {
      buffer.dispose();
      return 0;
    }
    accepted += n;
    buffer.allowBufferDispose(true);
    sendContent(buffer, accepted == length);
    return n;
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
