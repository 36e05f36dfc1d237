package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.OpenFile;
import io.sendfile.glassfish.content.RefusalReason;
import io.sendfile.glassfish.engine.Decision;
import io.sendfile.glassfish.engine.SendfileEngine;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.Body;
import io.sendfile.glassfish.transfer.Transfer;
import io.sendfile.glassfish.transfer.TransferScheduler.Admission;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.ssl.SSLUtils;
import org.jspecify.annotations.Nullable;

/** Carries out the engine's decision for one response, on the thread that commits it. */
final class HandOff {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private final SendfileEngine engine;
  private final WritePoller poller;

  HandOff(SendfileEngine engine, WritePoller poller) {
    this.engine = engine;
    this.poller = poller;
  }

  /**
   * Answers in the application's place, if it asked for that.
   *
   * @return false if the application's response stands
   */
  boolean begin(Exchange exchange, HttpResponsePacket response, FilterChainContext context) {
    // A stopping listener interrupts its threads; an interrupted thread cannot read files.
    boolean interrupted = Thread.interrupted();
    try {
      return answer(exchange, response, context);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean answer(
      Exchange exchange, HttpResponsePacket response, FilterChainContext context) {
    Decision decision = decide(response);
    if (decision instanceof Decision.PassOn) {
      return false;
    }
    exchange.handOff();
    if (decision instanceof Decision.Refuse refusal) {
      refuse(exchange, response, context, refusal.reason());
    } else {
      send(exchange, response, context, (Decision.Send) decision);
    }
    return true;
  }

  private Decision decide(HttpResponsePacket response) {
    try {
      return engine.decide(
          new PacketRequestView(response.getRequest()), new PacketResponseView(response));
    } catch (RuntimeException e) {
      LOG.log(Level.SEVERE, "deciding about a hand-off failed; please report this", e);
      return engine.refuse(RefusalReason.INTERNAL, "the module failed: " + e.getClass());
    }
  }

  private void refuse(
      Exchange exchange, HttpResponsePacket response, FilterChainContext below, RefusalReason why) {
    byte[] text = ResponseHead.refuse(why, response, compresses(below));
    engine.stats().status(why.status());
    boolean head = "HEAD".equals(response.getRequest().getMethod().getMethodString());
    MemoryManager<?> memory = below.getMemoryManager();
    Buffer body = head ? Buffers.EMPTY_BUFFER : Buffers.wrap(memory, text);
    new BufferSink(exchange, response, below, memory, text.length).sendContent(body, true);
  }

  private void send(
      Exchange exchange,
      HttpResponsePacket response,
      FilterChainContext below,
      Decision.Send send) {
    if (send.plan().segments().isEmpty()) {
      new Body(send.file(), List.of(), send.temporary()).close(Outcome.COMPLETED);
      head(response, below, send);
      new BufferSink(exchange, response, below, below.getMemoryManager(), 0)
          .sendContent(Buffers.EMPTY_BUFFER, true);
    } else if (send.small()) {
      sendSmall(exchange, response, below, send);
    } else {
      sendLarge(exchange, response, below, send);
    }
  }

  private void head(HttpResponsePacket response, FilterChainContext below, Decision.Send send) {
    ResponseHead.apply(send.plan(), response, compresses(below));
    engine.stats().status(send.plan().status());
  }

  /** Header and body in one write; most often that is all there is to do. */
  private void sendSmall(
      Exchange exchange,
      HttpResponsePacket response,
      FilterChainContext below,
      Decision.Send send) {
    MemoryManager<?> memory = below.getMemoryManager();
    Buffer content;
    try {
      content = readAll(send, memory);
    } catch (IOException e) {
      send.file().close();
      String detail = "reading " + where(send.file()) + " failed: " + e;
      RefusalReason reason =
          e instanceof ClosedByInterruptException
              ? RefusalReason.INTERRUPTED
              : RefusalReason.UNREADABLE;
      refuse(exchange, response, below, engine.refuse(reason, detail).reason());
      return;
    }
    head(response, below, send);
    BufferSink sink = new BufferSink(exchange, response, below, memory, send.plan().bodyLength());
    exchange.transferStarts();
    Body body = new Body(send.file(), send.plan().segments(), send.temporary());
    body.skipAll();
    Transfer transfer = engine.transfer(send, client(below), body, sink);
    sink.sendContent(content, true);
    engine.scheduler().runAtOnce(transfer);
    if (transfer.state() != Transfer.State.FINISHED) {
      exchange.watchForClose(transfer);
    }
  }

  private static Buffer readAll(Decision.Send send, MemoryManager<?> memory) throws IOException {
    int length = (int) send.plan().bodyLength();
    Buffer all = memory.allocate(length);
    all.allowBufferDispose(true);
    try {
      FileReads.readAll(send.file().channel(), send.plan().segments(), all.toByteBuffer(0, length));
    } catch (IOException e) {
      all.dispose();
      throw e;
    }
    return all.position(0).limit(length);
  }

  private void sendLarge(
      Exchange exchange,
      HttpResponsePacket response,
      FilterChainContext below,
      Decision.Send send) {
    Admission admission = engine.scheduler().admit();
    if (admission == Admission.REJECT) {
      send.file().close();
      String detail =
          where(send.file())
              + ": as many transfers run and wait as max-active-transfers and"
              + " max-waiting-transfers allow; raise them, or send less at once";
      refuse(exchange, response, below, engine.refuse(RefusalReason.OVERLOADED, detail).reason());
      return;
    }
    head(response, below, send);
    HeadSink sink = sink(exchange, response, below, send);
    exchange.transferStarts();
    Body body = new Body(send.file(), send.plan().segments(), send.temporary());
    Transfer transfer = engine.transfer(send, client(below), body, sink);
    sink.sendHead();
    engine.scheduler().submit(transfer, admission);
    exchange.watchForClose(transfer);
  }

  private HeadSink sink(
      Exchange exchange,
      HttpResponsePacket response,
      FilterChainContext below,
      Decision.Send send) {
    // The context of this write ends with it; the transfer's writes need one that lasts.
    FilterChainContext lasting = below.copy();
    return send.zeroCopyAllowed()
            && speaksClearHttp1(exchange, below)
            && below.getConnection() instanceof NIOConnection nio
        ? new ZeroCopySink(exchange, response, lasting, nio, poller)
        : new BufferSink(
            exchange, response, lasting, below.getMemoryManager(), send.plan().bodyLength());
  }

  /** Whether body bytes go to the socket as they are: no HTTP/2 stream, no TLS, no AJP. */
  private static boolean speaksClearHttp1(Exchange exchange, FilterChainContext below) {
    return below.getConnection() == exchange.http().getCloseable()
        && SSLUtils.getSSLEngine(below.getConnection()) == null
        && codec(below) != null;
  }

  private static String where(OpenFile file) {
    return "file '" + file.relativePath() + "' in root '" + file.root().name() + "'";
  }

  private static SocketAddress client(FilterChainContext below) {
    return (SocketAddress) below.getConnection().getPeerAddress();
  }

  /** Whether the listener may compress responses. */
  private static boolean compresses(FilterChainContext below) {
    HttpServerFilter codec = codec(below);
    return codec != null && codec.getContentEncodings().length > 0;
  }

  private static @Nullable HttpServerFilter codec(FilterChainContext below) {
    FilterChain chain = below.getFilterChain();
    for (int i = below.getFilterIdx() - 1; i >= 0; i--) {
      if (chain.get(i) instanceof HttpServerFilter codec) {
        return codec;
      }
    }
    return null;
  }
}
