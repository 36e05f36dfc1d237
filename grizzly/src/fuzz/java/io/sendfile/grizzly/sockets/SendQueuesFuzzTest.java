package io.sendfile.grizzly.sockets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tables of connections that are no such tables: nothing is thrown, a queue that is told is in the
 * table, and lines of the kernel are found whatever other connections there are.
 */
class SendQueuesFuzzTest extends FuzzTarget {
  private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue\n";
  private static final String LINE =
      ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
          ? "   0: 0100007F:1F90 0100007F:C350 08 0000002A:00000000 00:00000000 0\n"
          : "   0: 7F000001:1F90 7F000001:C350 08 0000002A:00000000 00:00000000 0\n";
  private static final InetSocketAddress LOCAL = end(8080);
  private static final InetSocketAddress REMOTE = end(50_000);

  private static InetSocketAddress end(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Override
  protected int rounds() {
    return 1_000;
  }

  @Override
  protected boolean check(byte[] input) throws IOException {
    Path folder = Files.createTempDirectory("net");
    Path table = folder.resolve("tcp");
    try {
      String text = new String(input, ISO_8859_1);
      Files.writeString(table, HEAD + LINE + text, StandardCharsets.ISO_8859_1);
      SendQueues queues = new SendQueues(folder, () -> 0);
      SendQueues.Queue queue = queues.of(LOCAL, REMOTE);
      if (queue == null) {
        return false;
      }
      assertThat(queue.bytes()).isNotNegative();
      if (!text.contains("F90")) {
        assertThat(queue).isEqualTo(new SendQueues.Queue(42, false, true));
      }
      return true;
    } finally {
      Files.delete(table);
      Files.delete(folder);
    }
  }
}
