package io.sendfile.grizzly.filter;

import io.sendfile.core.content.Representation;
import io.sendfile.core.engine.Caller;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Source;
import io.sendfile.core.files.Target;
import io.sendfile.core.settings.Setting;
import java.util.List;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a handler to its request by a file, which takes the place of the response when the
 * handler has returned. For one thread, while the request is served.
 */
public final class FileAnswer {
  private final Request request;
  private final Exchange exchange;
  private final PacketRequestView view;

  private FileAnswer(Request request, Exchange exchange) {
    this.request = request;
    this.exchange = exchange;
    this.view = new PacketRequestView(request.getRequest());
  }

  /**
   * The answer to a request whose response is not committed; null if its listener has no {@link
   * SendfileFilter}.
   */
  public static @Nullable FileAnswer to(Request request) {
    Exchange exchange = Exchange.of(request.getRequest());
    return exchange == null ? null : new FileAnswer(request, exchange);
  }

  /**
   * Answers by a file.
   *
   * @return null if that is possible; otherwise why not, and the response stands
   */
  public @Nullable RefusalReason send(Target target) {
    Decision decision =
        engine()
            .serve(
                view, exchange.view(request.getResponse().getResponse()), target, Origin.UNKNOWN);
    if (decision instanceof Decision.Send send) {
      exchange.prepare(send);
      return null;
    }
    return decision instanceof Decision.Refuse refusal ? refused(refusal) : RefusalReason.MISSING;
  }

  /**
   * Answers by a small file that stays open since an earlier request, which waits for no disk.
   *
   * @return false if that is not possible, and the response stands
   */
  public boolean sendAgain(Target target) {
    Decision.Send send =
        engine().serveAgain(view, exchange.view(request.getResponse().getResponse()), target);
    exchange.prepare(send);
    return send != null;
  }

  /** Whether there is an answer. */
  public boolean isGiven() {
    return exchange.isPrepared();
  }

  /** A state of the server is told to its administrator, and nothing that clients can cause. */
  private RefusalReason refused(Decision.Refuse refusal) {
    RefusalReason reason = refusal.reason();
    if (reason.status() == 503) {
      engine().refuse(refusal, new Caller(Origin.UNKNOWN, exchange.peer(), null));
    }
    return reason;
  }

  /**
   * Answers by a source that is open, and belongs to the answer from now on.
   *
   * @param representation its description for the client
   */
  public void send(Source source, Representation representation) {
    exchange.prepare(
        engine()
            .serve(
                view, exchange.view(request.getResponse().getResponse()), source, representation));
  }

  /** Takes the answer back: the response stands. */
  public void withdraw() {
    exchange.forgetPrepared();
  }

  /** Counts a file that is not there, or may not be sent, which the handler answers with 404. */
  public void countMissing(String root, RefusalReason reason) {
    engine().countMissing(root, reason);
  }

  /** The client's Accept-Encoding. */
  public List<String> acceptEncoding() {
    return view.headers("Accept-Encoding");
  }

  /** Whether siblings in a coding may answer. */
  public boolean precompressed() {
    return engine().settings().flag(Setting.PRECOMPRESSED);
  }

  private ListenerEngine engine() {
    return exchange.engine();
  }
}
