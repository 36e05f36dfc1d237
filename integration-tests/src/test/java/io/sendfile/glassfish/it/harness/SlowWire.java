package io.sendfile.glassfish.it.harness;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * A connection of a client that shares its thread with thousands: in clear or by TLS. It waits in
 * {@link #secured} and {@link #write}, and in {@link #read} as long as its channel blocks.
 */
final class SlowWire {
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final SSLEngine engine;

  /** Bytes that have come, and are not opened yet. */
  private final ByteBuffer sealed;

  private SlowWire(SocketChannel channel, SSLEngine engine) {
    this.channel = channel;
    this.engine = engine;
    this.sealed = engine == null ? NONE : record(engine).flip();
  }

  static SlowWire clear(SocketChannel channel) {
    return new SlowWire(channel, null);
  }

  /** After a handshake of its own, without a session of an earlier one. */
  static SlowWire secured(SocketChannel channel, SSLContext context) throws IOException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    SlowWire wire = new SlowWire(channel, engine);
    engine.beginHandshake();
    while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
      wire.step();
    }
    return wire;
  }

  private static ByteBuffer record(SSLEngine engine) {
    return ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
  }

  private void step() throws IOException {
    switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> engine.getDelegatedTask().run();
      case NEED_WRAP -> write(NONE);
      default -> read(ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()));
    }
  }

  void write(ByteBuffer bytes) throws IOException {
    ByteBuffer out = bytes;
    if (engine != null) {
      out = record(engine);
      engine.wrap(bytes, out);
      out.flip();
    }
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /**
   * Reads what is there, by TLS a record at most.
   *
   * @param into has room for a record
   * @return number of bytes; 0 if none are there yet, or for a record without any
   */
  int read(ByteBuffer into) throws IOException {
    if (engine == null) {
      return ended(channel.read(into));
    }
    int before = into.position();
    while (engine.unwrap(sealed, into).getStatus() == Status.BUFFER_UNDERFLOW) {
      sealed.compact();
      int count = channel.read(sealed);
      sealed.flip();
      if (ended(count) == 0) {
        return 0;
      }
    }
    return into.position() - before;
  }

  private static int ended(int count) throws IOException {
    if (count < 0) {
      throw new EOFException("the server has ended the connection");
    }
    return count;
  }

  /** From now on it waits for nothing. */
  void blocksNoMore() throws IOException {
    channel.configureBlocking(false);
  }

  /** Leaves without a word. */
  void close() throws IOException {
    channel.close();
  }
}
