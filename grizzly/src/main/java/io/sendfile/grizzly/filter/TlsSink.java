package io.sendfile.grizzly.filter;

import io.sendfile.grizzly.sockets.PolledSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpResponsePacket;

/**
 * Sink for HTTP/1.1 over TLS alone: once the header is out, pieces of the body are encrypted and
 * written by {@link TlsRecords}, as large as the socket has room for. Grizzly writes nothing
 * meanwhile, because the exchange stays open until the transfer has finished.
 */
final class TlsSink extends FilterChainSink {
  private final TlsRecords records;
  private final PolledSocket.Room room;

  TlsSink(
      HeldRequest held,
      HttpResponsePacket response,
      FilterChainContext below,
      TlsRecords records,
      PolledSocket socket) {
    super(held, response, below, socket);
    this.records = records;
    this.room = socket.room();
  }

  @Override
  public long send(FileChannel file, long position, long count) throws IOException {
    int wanted = piece(count);
    if (wanted == 0) {
      return 0;
    }
    try (TlsRecords.Piece piece = TlsRecords.Piece.take()) {
      int bytes = piece.read(file, position, wanted);
      return bytes == 0 ? 0 : write(piece, bytes);
    }
  }

  @Override
  public long send(ByteBuffer bytes) throws IOException {
    int count = piece(bytes.remaining());
    if (count == 0) {
      return 0;
    }
    try (TlsRecords.Piece piece = TlsRecords.Piece.take()) {
      piece.put(bytes.slice().limit(count));
      bytes.position(bytes.position() + count);
      return write(piece, count);
    }
  }

  /** Bytes of the next piece, at most {@code count}; 0 if the last one, or the socket, waits. */
  private int piece(long count) throws IOException {
    return busy() ? 0 : room.grant((int) Math.min(count, TlsRecords.PIECE));
  }

  private int write(TlsRecords.Piece piece, int bytes) {
    encrypt(records, piece, bytes);
    room.used(bytes, settled());
    return bytes;
  }

  @Override
  public long zeroCopied() {
    return 0;
  }
}
