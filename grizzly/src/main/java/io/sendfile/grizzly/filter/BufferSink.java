package io.sendfile.grizzly.filter;

import io.sendfile.grizzly.sockets.PolledSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.jspecify.annotations.Nullable;

/**
 * Sink for HTTP/2, and for HTTP/1.1 where others do not fit: one buffer at a time goes through the
 * filters below; the next follows when the kernel has taken it, so that TLS records and HTTP/2 flow
 * control stay with the filters. Over HTTP/1.1 bytes are read only when the socket has room for
 * them, as the filters would keep them for a slow client.
 */
final class BufferSink extends FilterChainSink {
  private final BodyBuffers buffers;
  private final long length;
  private final int bufferBytes;
  private final PolledSocket.@Nullable Room room;
  private long accepted;

  /**
   * A sink for a body of {@code length} bytes.
   *
   * @param bufferBytes bound of the bytes on their way, when the body is sent piece by piece; a
   *     slow client's progress shows with each piece
   * @param socket of a connection; null for a body that is sent without regard to it: in one piece,
   *     or through the windows of HTTP/2
   */
  BufferSink(
      HeldRequest held,
      HttpResponsePacket response,
      FilterChainContext below,
      BodyBuffers buffers,
      long length,
      int bufferBytes,
      @Nullable PolledSocket socket) {
    super(held, response, below, socket);
    this.buffers = buffers;
    this.length = length;
    this.bufferBytes = bufferBytes;
    this.room = socket == null ? null : socket.room();
  }

  @Override
  public long send(FileChannel file, long position, long count) throws IOException {
    if (busy()) {
      return 0;
    }
    int wanted = piece(count);
    if (wanted == 0) {
      return 0;
    }
    BodyBuffer buffer = buffers.take(wanted);
    return accept(buffer, buffer.read(file, position));
  }

  @Override
  public long send(ByteBuffer bytes) throws IOException {
    if (busy()) {
      return 0;
    }
    int count = piece(bytes.remaining());
    if (count == 0) {
      return 0;
    }
    ByteBuffer part = bytes.slice().limit(count);
    bytes.position(bytes.position() + count);
    BodyBuffer buffer = buffers.take(count);
    buffer.room().put(part);
    return accept(buffer, count);
  }

  /** Bytes of the next write, at most {@code count}; 0 if the socket is full. */
  private int piece(long count) throws IOException {
    int most = (int) Math.min(count, bufferBytes);
    return room == null ? most : room.grant(most);
  }

  private long accept(BodyBuffer buffer, int bytes) {
    if (bytes == 0) {
      buffer.release();
      return 0;
    }
    accepted += bytes;
    sendContent(buffer, bytes, accepted == length);
    if (room != null) {
      room.used(bytes, settled());
    }
    return bytes;
  }

  @Override
  public long zeroCopied() {
    return 0;
  }
}
