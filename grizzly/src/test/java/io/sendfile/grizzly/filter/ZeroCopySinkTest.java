package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.grizzly.sockets.PolledSocket;
import io.sendfile.grizzly.sockets.WritePoller;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ZeroCopySinkTest {
  private static final int SIZE = 64 << 20;

  @TempDir Path temp;

  /** The client makes room in between, so that a system call would send something. */
  @Test
  void takesASocketThatTookLessThanOfferedForFullOnce() throws IOException {
    TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
    try (WritePoller poller = new WritePoller();
        ServerSocketChannel listener = ServerSocketChannel.open();
        RandomAccessFile file = new RandomAccessFile(temp.resolve("f").toFile(), "rw")) {
      file.setLength(SIZE);
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel client = SocketChannel.open(listener.getLocalAddress());
          SocketChannel server = listener.accept()) {
        server.configureBlocking(false);
        TCPNIOConnection connection = new TCPNIOConnection(transport, server);
        ZeroCopySink sink = sink(connection, PolledSocket.of(connection, poller));
        FileChannel channel = file.getChannel();
        long first = sink.send(channel, 0, SIZE);
        assertThat(first).isPositive().isLessThan(SIZE);
        read(client, first);
        assertThat(sink.send(channel, first, SIZE - first)).isZero();
        assertThat(sink.send(channel, first, SIZE - first)).isPositive();
      }
    }
  }

  /** Its next write tells why. */
  @Test
  void failedWriteIsNotAwaited() throws IOException, InterruptedException {
    TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
    try (WritePoller poller = new WritePoller();
        SocketChannel socket = SocketChannel.open()) {
      TCPNIOConnection connection = new TCPNIOConnection(transport, socket);
      ZeroCopySink sink = sink(connection, PolledSocket.of(connection, poller));
      connection.terminateSilently();
      sink.sendAnswer(Buffers.EMPTY_BUFFER);
      Semaphore woken = new Semaphore(0);
      sink.awaitWritable(woken::release);
      assertThat(woken.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
      assertThatExceptionOfType(IOException.class).isThrownBy(sink::flushed);
    }
  }

  private static ZeroCopySink sink(TCPNIOConnection connection, PolledSocket socket) {
    FilterChain chain =
        FilterChainBuilder.stateless().add(new BaseFilter() {}).add(new BaseFilter() {}).build();
    FilterChainContext context = chain.obtainFilterChainContext(connection);
    HttpRequestPacket request =
        HttpRequestPacket.builder().method("GET").uri("/").protocol("HTTP/1.1").build();
    return new ZeroCopySink(
        new HeldRequest(context, 0, connection),
        HttpResponsePacket.builder(request).build(),
        context,
        socket);
  }

  private static void read(SocketChannel client, long bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
    for (long left = bytes; left > 0; ) {
      left -= client.read(buffer.clear());
    }
  }
}
