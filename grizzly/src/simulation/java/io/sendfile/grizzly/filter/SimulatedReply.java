package io.sendfile.grizzly.filter;

import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.grizzly.sockets.PolledSocket;
import io.sendfile.grizzly.sockets.SendQueues.Follower;
import io.sendfile.grizzly.sockets.WritePoller;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.TransferListener;
import java.lang.reflect.Field;
import java.util.function.Supplier;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/** The response to one request of a simulation, by the parts of which {@link Reply} makes one. */
public final class SimulatedReply {
  /** Place of the module's filter in the chain: above the one that writes, below the server. */
  private static final int FILTER = 1;

  private final NIOConnection connection;
  private final HeldRequest held;
  private final FilterChainSink sink;
  private @Nullable PlugInDelivery delivery;

  /**
   * @param closeable the connection, or its stream
   * @param length of the body
   * @param buffer bytes that are on their way at a time; 0 for a body that the kernel moves
   */
  public SimulatedReply(
      NIOConnection connection,
      Closeable closeable,
      HttpRequestPacket request,
      long length,
      int buffer,
      WritePoller poller) {
    this.connection = connection;
    FilterChain chain = (FilterChain) connection.getProcessor();
    held =
        new HeldRequest(chain.obtainFilterChainContext(connection, closeable), FILTER, closeable);
    FilterChainContext below =
        chain.obtainFilterChainContext(connection, closeable, FILTER, -1, FILTER);
    HttpResponsePacket response =
        HttpResponsePacket.builder(request).protocol(Protocol.HTTP_1_1).status(200).build();
    PolledSocket socket = held.isStream() ? null : PolledSocket.of(connection, poller);
    BodyBuffers buffers = new BodyBuffers(connection.getMemoryManager(), socket != null);
    sink =
        socket != null && buffer == 0
            ? new ZeroCopySink(held, response, below, socket)
            : new BufferSink(held, response, below, buffers, length, buffer, socket);
    held.transferStarts();
  }

  /** The sink of the body. */
  public TransferSink sink() {
    return sink;
  }

  /** The lock of the sink. */
  public Object lock() {
    try {
      Field lock = FilterChainSink.class.getDeclaredField("lock");
      lock.setAccessible(true);
      return lock.get(sink);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Asks a plug-in that has resolved the request; it lets the body go out, at once.
   *
   * @param queues shows the acknowledgements of the client
   * @return its listener
   */
  public TransferListener ask(
      Decision.Send send,
      Body body,
      Delivery plugIn,
      ListenerEngine engine,
      Supplier<Follower> queues) {
    PlugInDelivery asked = new PlugInDelivery(plugIn, held, engine, unused -> queues.get());
    asked.ask(send, denial -> new Decision.PassOn());
    delivery = asked;
    return asked.listener(send, body);
  }

  /** Sends the header. */
  public void sendHead() {
    sink.sendHead();
  }

  /** The scheduler has the transfer. */
  public void begins(Transfer transfer) {
    if (delivery != null) {
      delivery.begins(transfer);
    }
    held.watchForClose(transfer);
  }

  /** The transfer could not begin. */
  public void failed() {
    held.transferFailed();
  }

  /** Whether the transfer has not released the request yet. */
  public boolean sending() {
    return held.sending();
  }
}
