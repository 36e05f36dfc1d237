package io.sendfile.grizzly.filter;

import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.HandOffRequest.Field;
import io.sendfile.core.engine.Caller;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.HandOffReport;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.AddressRanges;
import io.sendfile.core.http.ForwardedField;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.transfer.TransferInfo;
import io.sendfile.grizzly.sockets.WritePoller;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.jspecify.annotations.Nullable;

/**
 * Lets the engine decide about a response, on the committing thread, and carries the decision out.
 */
final class HandOff {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private final ListenerEngine engine;
  private final WritePoller poller;

  HandOff(ListenerEngine engine, WritePoller poller) {
    this.engine = engine;
    this.poller = poller;
  }

  /**
   * Answers in the application's place, if it asked for that.
   *
   * @param mentioned the hand-off headers of the response
   * @return false if the application's response stands
   */
  boolean begin(
      Exchange exchange,
      List<Field> mentioned,
      HttpResponsePacket response,
      FilterChainContext context) {
    Decision.Send prepared = exchange.takePrepared();
    HandOffAttributes attributes = prepared == null ? exchange.attributes() : null;
    ListBody list = exchange.list();
    if (prepared == null && mentioned.isEmpty() && attributes == null && list == null) {
      return false;
    }
    // A stopping listener interrupts its threads; an interrupted thread cannot read files.
    boolean interrupted = Thread.interrupted();
    try {
      if (prepared == null) {
        ResponseView view = new PacketResponseView(response, exchange::mediaType);
        return answer(
            exchange,
            HandOffRequest.of(view, mentioned, attributes),
            list,
            view,
            response,
            context);
      }
      exchange.comesFrom(address(exchange, response), null);
      carryOut(prepared, HandOffReport.NONE, exchange, response, context, () -> {});
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean answer(
      Exchange exchange,
      HandOffRequest fields,
      @Nullable ListBody list,
      ResponseView view,
      HttpResponsePacket response,
      FilterChainContext context) {
    exchange.endList();
    Runnable releaseList = list == null ? () -> {} : list::close;
    boolean planned = false;
    try {
      if (list != null && list.isLeftOut(response)) {
        ListBody.forgetLength(response);
        return false;
      }
      exchange.comesFrom(address(exchange, response), clientName(exchange, fields));
      HandOffRequest asked =
          list == null || list.isRefused() ? fields : fields.withList(list.body());
      Decision decision =
          list != null && list.isRefused()
              ? refuseList(exchange)
              : decide(exchange, asked, response.getRequest(), view);
      if (decision instanceof Decision.PassOn) {
        return false;
      }
      planned = decision instanceof Decision.Plan;
      if (!planned) {
        exchange.letGo(decision instanceof Decision.Send send ? send.file() : null);
      }
      carryOut(decision, report(exchange, asked), exchange, response, context, releaseList);
      return true;
    } finally {
      if (!planned) {
        releaseList.run();
      }
    }
  }

  private Decision refuseList(Exchange exchange) {
    Decision.Refuse refusal =
        new Decision.Refuse(
            RefusalReason.BUFFERS_FULL,
            "",
            "",
            "lists of archives, and their plans, hold as much memory as max-buffered-bytes allows;"
                + " raise it, or give the JVM more heap");
    engine.refuse(refusal, exchange.caller());
    return refusal;
  }

  /** The client that a trusted proxy tells, without port; the peer for anybody else. */
  private SocketAddress address(Exchange exchange, HttpResponsePacket response) {
    SocketAddress peer = exchange.peer();
    AddressRanges trusted = engine.settings().trustedProxies();
    if (trusted.isEmpty()
        || !(peer instanceof InetSocketAddress inet)
        || inet.getAddress() == null
        || !trusted.contains(inet.getAddress())) {
      return peer;
    }
    ForwardedField field = engine.settings().forwardedField();
    List<String> values = PacketFields.values(response.getRequest().getHeaders(), field.field());
    InetAddress client = field.client(values, trusted);
    return client == null ? peer : new InetSocketAddress(client, 0);
  }

  private @Nullable String clientName(Exchange exchange, HandOffRequest asked) {
    String name = asked.clientName();
    return name == null ? exchange.clientName(engine.settings().identifiesPrincipals()) : name;
  }

  private void carryOut(
      Decision decision,
      HandOffReport report,
      Exchange exchange,
      HttpResponsePacket response,
      FilterChainContext context,
      Runnable releaseList) {
    exchange.handOff();
    ResponseSinks sinks = new ResponseSinks(exchange.held(), response, context, poller);
    Reply reply = new Reply(engine, exchange, response, sinks, report);
    boolean answered = false;
    try {
      if (decision instanceof Decision.Refuse refusal) {
        reply.answer(refusal);
      } else if (decision instanceof Decision.Plan plan) {
        reply.plan(plan, releaseList);
      } else {
        reply.send((Decision.Send) decision);
      }
      answered = true;
    } finally {
      if (!answered) {
        report.failed(response.getStatus());
      }
    }
  }

  private static HandOffReport report(Exchange exchange, HandOffRequest asked) {
    Consumer<Map<String, Object>> application = exchange.listener();
    if (application == null) {
      return HandOffReport.NONE;
    }
    String id = asked.downloadId();
    Caller caller = exchange.caller();
    return new HandOffReport(
        application,
        new HandOffReport.Start(
            id == null ? "" : id,
            caller.origin().application(),
            caller.origin().virtualServer(),
            TransferInfo.address(caller.client()),
            caller.name(),
            Instant.now()));
  }

  private Decision decide(
      Exchange exchange, HandOffRequest asked, HttpRequestPacket request, ResponseView response) {
    try {
      return engine.decide(new PacketRequestView(request), response, asked, exchange.caller());
    } catch (RuntimeException e) {
      LOG.log(Level.SEVERE, "sendfile: deciding about a hand-off failed; please report this", e);
      Decision.Refuse refusal =
          new Decision.Refuse(RefusalReason.INTERNAL, "", "", "the module failed: " + e.getClass());
      engine.refuse(refusal, exchange.caller(Origin.UNKNOWN));
      return refusal;
    }
  }
}
