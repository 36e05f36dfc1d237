package io.sendfile.grizzly.filter;

import io.sendfile.core.content.ResolvedFile;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Resolution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.server.SuspendStatus;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a listener's handler to see the application return. A still uncommitted response with a
 * hand-off is committed here, while the request can still be kept open: later the server recycles
 * it.
 */
public class HandOffHandler extends HttpHandler {
  private static final String RETRY_SECONDS = "5";

  private final HttpHandler application;
  private final ListenerEngine engine;
  private final ServletLayer servlets;
  private final boolean compressing;
  private final boolean toApplications;

  /**
   * A handler around {@code application}.
   *
   * @param engine the engine at the listener of the handler
   * @param compressing whether the listener compresses; it leaves hand-offs alone, and GlassFish's
   *     static files, which are handed off wherever Tomcat's attributes are announced, stay with it
   * @param toApplications whether the listener serves applications, not the administration
   */
  public HandOffHandler(
      HttpHandler application,
      ListenerEngine engine,
      ServletLayer servlets,
      boolean compressing,
      boolean toApplications) {
    super(application.getName());
    this.application = application;
    this.engine = engine;
    this.servlets = servlets;
    this.compressing = compressing;
    this.toApplications = toApplications;
    setAllowEncodedSlash(application.isAllowEncodedSlash());
    setAllowCustomStatusMessage(application.isAllowCustomStatusMessage());
    setRequestURIEncoding(application.getRequestURIEncoding());
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    FilterChainContext context = request.getContext();
    int index = filterBelow(context);
    if (index < 0) {
      application.service(request, response);
      return;
    }
    HttpResponsePacket packet = response.getResponse();
    SendfileSettings settings = engine.settings();
    String readiness = settings.text(Setting.READINESS_PATH);
    // A word, and not a path, while there is none.
    if (readiness.charAt(0) == '/' && answersReadiness(request, response, readiness)) {
      return;
    }
    // Usually there are none.
    Resolution resolution =
        !toApplications || engine.resolvers().isEmpty()
            ? null
            : engine.resolve(new ResolvedRequest(request));
    if (resolution instanceof Resolution.Answered answered) {
      response.setStatus(HttpStatus.NO_CONTENT_204);
      answered.fields().forEach(response::setHeader);
      return;
    }
    Exchange exchange = Exchange.open(context, index, request, servlets, engine, compressing);
    if (resolution instanceof Resolution.File file) {
      exchange.resolve(file);
      ResolvedFile.fields(file).forEach(field -> response.setHeader(field.name(), field.value()));
    } else if (resolution instanceof Resolution.Refused refused) {
      exchange.refuse(Decision.Refuse.of(refused));
      refused.fields().forEach(response::setHeader);
    }
    if (resolution == null && settings.flag(Setting.WATCH_COPIES)) {
      exchange.watch(new WatchedBody(engine.copies(), request, servlets));
    }
    // Bound to this thread and valid until it leaves: safe even if the application went
    // asynchronous and another thread has already completed, and recycled, request and response.
    SuspendStatus status =
        ((Response.SuspendedContextImpl) response.getSuspendContext()).getSuspendStatus();
    try {
      if (resolution == null) {
        serve(exchange, request, response, packet, status);
      } else {
        returned(exchange, response, packet, status);
      }
    } finally {
      WatchedBody watched = exchange.watched();
      if (watched != null) {
        watched.returned();
      }
      log(exchange, packet, status);
    }
  }

  /**
   * Answers balancers whether the server takes downloads, and every request with 503 while the
   * server starts or stops, since applications are not found then.
   */
  private boolean answersReadiness(Request request, Response response, String path)
      throws IOException {
    DrainPhase phase = engine.drain().phase();
    boolean withoutApplications =
        toApplications && (phase == DrainPhase.STARTING || phase == DrainPhase.STOPPING);
    boolean asked =
        (request.getMethod() == Method.GET || request.getMethod() == Method.HEAD)
            && path.equals(request.getRequestURI());
    if (withoutApplications || asked) {
      answer(response, phase, phase == DrainPhase.READY ? engine.freePercent() : 0);
    }
    return withoutApplications || asked;
  }

  /** A request for the plug-ins. */
  private record ResolvedRequest(Request request) implements PathResolver.Request {
    @Override
    public String method() {
      return request.getMethod().getMethodString();
    }

    @Override
    public String path() {
      return request.getRequestURI();
    }

    @Override
    public @Nullable String field(String name) {
      return request.getHeader(name);
    }
  }

  /** Sets what an application would set that hands this file off. */
  /**
   * The reason phrase is in the words of HAProxy's agent checks, which read the first line of what
   * they are sent: so this address tells HAProxy the weight of the server, too.
   */
  private static void answer(Response response, DrainPhase phase, int freePercent)
      throws IOException {
    if (phase == DrainPhase.READY) {
      response.setStatus(200, "up ready " + freePercent + "%");
    } else {
      response.setStatus(503, phase == DrainPhase.DRAINING ? "drain" : "down");
    }
    answer(response, phase.label());
  }

  /** With the status that is set. */
  private static void answer(Response response, String text) throws IOException {
    byte[] body = (text + "\n").getBytes(StandardCharsets.US_ASCII);
    response.setHeader("Cache-Control", "no-store");
    if (response.getStatus() == 503) {
      response.setHeader("Retry-After", RETRY_SECONDS);
    }
    // Not by setContentType: Grizzly would add it after its mark of the header's end.
    response.getResponse().getHeaders().setValue("Content-Type").setString("text/plain");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private void serve(
      Exchange exchange,
      Request request,
      Response response,
      HttpResponsePacket packet,
      SuspendStatus status)
      throws Exception {
    SendfileSettings settings = engine.settings();
    boolean isStatic =
        !compressing
            && settings.flag(Setting.ENABLED)
            && settings.flag(Setting.STATIC_FILES)
            && StaticFile.isPlain(request.getRequest());
    if (isStatic) {
      exchange.prepare(StaticFile.prepare(request, engine, servlets));
    }
    if (!exchange.isPrepared()) {
      application.service(request, response);
      if (isStatic && suspend(status)) {
        // Not asynchronous: the request is still this one.
        status.reset();
        if (packet.getStatus() < 400) {
          servlets.answeredByServer(request);
        }
      }
    }
    returned(exchange, response, packet, status);
  }

  private static void returned(
      Exchange exchange, Response response, HttpResponsePacket packet, SuspendStatus status)
      throws Exception {
    if (!suspend(status)) {
      return;
    }
    boolean held = false;
    try {
      if (exchange.returned(packet)) {
        exchange.commit(response);
      }
      held = exchange.held().hold();
    } finally {
      exchange.forgetPrepared();
      if (!held) {
        status.reset();
      }
    }
  }

  /** Writes the access log's line now, unless the request stays open. */
  private static void log(Exchange exchange, HttpResponsePacket packet, SuspendStatus status) {
    DeferredLine line = exchange.held().line();
    if (line == null) {
      return;
    }
    if (suspend(status)) {
      status.reset();
      line.write();
    } else {
      // If another thread has recycled the packet by now, it has written the line before.
      line.staysOpen(packet.isCommitted());
    }
  }

  /** False if the application is asynchronous: its completion passes the filter. */
  private static boolean suspend(SuspendStatus status) {
    try {
      status.suspend();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static int filterBelow(FilterChainContext context) {
    FilterChain chain = context.getFilterChain();
    for (int i = context.getFilterIdx() - 1; i >= 0; i--) {
      if (chain.get(i) instanceof SendfileFilter) {
        return i;
      }
    }
    return -1;
  }

  /** It runs on the thread on which the application would run without it. */
  @Override
  public RequestExecutorProvider getRequestExecutorProvider() {
    return application.getRequestExecutorProvider();
  }

  @Override
  public void start() {
    application.start();
  }

  @Override
  public void destroy() {
    application.destroy();
  }
}
