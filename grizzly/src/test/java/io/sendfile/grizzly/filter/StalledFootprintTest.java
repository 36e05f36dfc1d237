package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.TransferState;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.memory.ByteBufferArray;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.ssl.SSLBaseFilter;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Server memory held by clients that take nothing. */
class StalledFootprintTest {
  abstract static class Contract extends ServerFixture {
    private static final int CLIENTS = 12;
    private static final int WORKERS = 2;

    final Queue<WeakReference<byte[]>> plain = new ConcurrentLinkedQueue<>();
    private final Queue<Request> served = new ConcurrentLinkedQueue<>();
    private final Queue<NIOConnection> connections = new ConcurrentLinkedQueue<>();

    @Override
    String[] settings() {
      return new String[] {"WORKER_THREADS", "" + WORKERS};
    }

    @Test
    void requestsServeOthersWhileTheirBodiesAreSent() throws IOException {
      List<RawClient> clients = stall();
      try {
        await("requests are recycled", () -> served.stream().allMatch(Contract::isRecycled));
        assertThat(engine.scheduler().transfers()).hasSize(CLIENTS);
      } finally {
        close(clients);
      }
    }

    private static boolean isRecycled(Request request) {
      return request.getRequest() == null;
    }

    @Test
    void bodiesAreNotHeldInPlainAsWell() throws IOException {
      List<RawClient> clients = stall();
      try {
        await("workers alone hold bytes of files", () -> held(plain) <= WORKERS);
      } finally {
        close(clients);
      }
    }

    /** Linux reports room before it is written to; other systems report a few KB of it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void noBytesWaitForTheirSockets() throws IOException {
      List<RawClient> clients = stall();
      try {
        await("sockets took all", () -> connections.stream().allMatch(Contract::hasNothingToWrite));
        assertThat(connections).hasSize(CLIENTS);
      } finally {
        close(clients);
      }
    }

    private static boolean hasNothingToWrite(NIOConnection connection) {
      return connection.getAsyncWriteQueue().spaceInBytes() == 0;
    }

    static long held(Queue<WeakReference<byte[]>> arrays) {
      System.gc();
      return arrays.stream().map(WeakReference::get).filter(a -> a != null).distinct().count();
    }

    List<RawClient> stall() throws IOException {
      sparseFile("large", 1L << 30);
      application =
          (request, response) -> {
            served.add(request);
            connections.add((NIOConnection) request.getContext().getConnection());
            response.setHeader("X-Sendfile", "files:large");
          };
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        RawClient client = new RawClient(connect(4096));
        clients.add(client);
        assertThat(client.sendGet("/").readHead().status()).isEqualTo(200);
      }
      await(
          "all wait for their clients",
          () ->
              engine.scheduler().transfers().stream()
                  .allMatch(transfer -> transfer.state() == TransferState.WAITING_PEER));
      return clients;
    }

    static void close(List<RawClient> clients) throws IOException {
      for (RawClient client : clients) {
        client.close();
      }
    }

    /** Sees the bytes on their way from the codec, or the body's sink, to the TLS filter. */
    final class Plain extends BaseFilter {
      @Override
      public NextAction handleWrite(FilterChainContext context) {
        if (context.getMessage() instanceof Buffer buffer
            && buffer.remaining() > 8192
            && buffer.hasArray()) {
          plain.add(new WeakReference<>(buffer.array()));
        }
        return context.getInvokeAction();
      }
    }

    final void watch(NetworkListener listener) {
      listener.registerAddOn((unused, builder) -> insert(builder));
    }

    private void insert(FilterChainBuilder builder) {
      builder.add(builder.indexOfType(HttpServerFilter.class), new Plain());
    }
  }

  @Nested
  class InClear extends Contract {}

  /** Without filters that see what is sent, so that it does not go through them. */
  @Nested
  class OverTlsAlone extends Contract {
    OverTlsAlone() {
      overTls = true;
    }
  }

  @Nested
  class OverTls extends Contract {
    /** More bytes than the messages of a handshake. */
    private static final int RECORD = 2048;

    private final Queue<WeakReference<byte[]>> encrypted = new ConcurrentLinkedQueue<>();

    OverTls() {
      overTls = true;
    }

    @Override
    void configure(NetworkListener listener) {
      watch(listener);
      listener.registerAddOn(
          (unused, builder) ->
              builder.add(builder.indexOfType(SSLBaseFilter.class), new Encrypted()));
    }

    /** Linux reports room before it is written to; other systems keep a record. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void recordsThatTheirSocketsTookAreNotHeld() throws IOException {
      List<RawClient> clients = stall();
      try {
        assertThat(encrypted).hasSizeGreaterThanOrEqualTo(clients.size());
        await("no record is held", () -> held(encrypted) == 0);
      } finally {
        close(clients);
      }
    }

    /** Sees the records on their way from the TLS filter to the socket. */
    private final class Encrypted extends BaseFilter {
      @Override
      public NextAction handleWrite(FilterChainContext context) {
        if (context.getMessage() instanceof Buffer buffer && buffer.remaining() > RECORD) {
          ByteBufferArray records = buffer.toByteBufferArray();
          for (int i = 0; i < records.size(); i++) {
            encrypted.add(new WeakReference<>(records.getArray()[i].array()));
          }
          records.restore();
        }
        return context.getInvokeAction();
      }
    }

    @Test
    void seesWhatIsEncrypted() throws IOException {
      byte[] bytes = file("f", 100_000);
      try (RawClient client = client()) {
        assertBytes(client.get("/?files:f").body(), bytes);
      }
      assertThat(plain).isNotEmpty();
    }
  }
}
