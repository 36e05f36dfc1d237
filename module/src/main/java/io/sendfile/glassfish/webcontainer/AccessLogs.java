package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.PEAccessLogValve;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.glassfish.server.Compatibility;
import io.sendfile.grizzly.filter.DeferredLine;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.logging.Logger;
import org.apache.catalina.Container;
import org.apache.catalina.HttpResponse;
import org.apache.catalina.Pipeline;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.DummyResponse;
import org.glassfish.web.valve.GlassFishValve;
import org.glassfish.web.valve.ServletContainerInterceptor;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Makes GlassFish's access log write its line when the response has been sent, with the bytes sent.
 * By default the log writes it when the application returns, with the application's own bytes, 0
 * for a hand-off. Its valve skips requests with a certain attribute, so a request has this
 * attribute while it is served, and the valve is called again afterwards. No effect without an
 * access log. Thread-safe; GlassFish calls it around each request that reaches the web container.
 *
 * <p>A log behind a valve in the style of Tomcat cannot be found, and works as before.
 */
@Service
@Singleton
public final class AccessLogs implements ServletContainerInterceptor {
  /** The attribute of requests that are logged later. */
  static final String LATER = "io.sendfile.access-log-later";

  /** The bytes that were sent, a Long, for formats: {@code %attribute.io.sendfile.bytes%}. */
  static final String BYTES = "io.sendfile.bytes";

  private static final Logger LOG = Logger.getLogger(AccessLogs.class.getPackageName());

  private final boolean on;
  private final Losses losses =
      new Losses(
          "access-log",
          Severity.WARNING,
          "check the access log of the virtual server, and its disk",
          LOG,
          System::nanoTime);

  @Inject
  public AccessLogs(Compatibility compatibility, HealthReport health) {
    on = compatibility.allows("sent bytes in the access log", AccessLogs.class);
    if (on) {
      health.watch(losses, () -> {});
    }
  }

  @Override
  public void preInvoke(Request request, Response response) {
    if (!on) {
      return;
    }
    Container host = request.getHost();
    PEAccessLogValve log = host == null ? null : find(host.getPipeline());
    if (log == null) {
      return;
    }
    org.glassfish.grizzly.http.server.Request served = ContainerCalls.grizzlyRequest(request);
    if (DeferredLine.defer(served, sent -> write(log, request, response, sent))) {
      served.setAttribute(LATER, true);
    } else {
      // An AJP peer may have sent the attribute with the request.
      served.removeAttribute(LATER);
    }
  }

  @Override
  public void postInvoke(Request request, Response response) {}

  /**
   * The access log of a virtual server, which skips deferred requests from now on; null if there is
   * none. Nothing in GlassFish sets a condition; a log with another condition stays as it is.
   */
  static @Nullable PEAccessLogValve find(Pipeline virtualServer) {
    if (!virtualServer.hasNonBasicValves()) {
      return null;
    }
    for (GlassFishValve valve : virtualServer.getValves()) {
      if (valve instanceof PEAccessLogValve log) {
        if (log.getCondition() == null) {
          log.setCondition(LATER);
        }
        return LATER.equals(log.getCondition()) ? log : null;
      }
    }
    return null;
  }

  /** Writes by the valve, which knows whether the log has been switched off or replaced. */
  private void write(PEAccessLogValve log, Request request, Response response, long sent) {
    try {
      org.glassfish.grizzly.http.server.Request served = ContainerCalls.grizzlyRequest(request);
      served.removeAttribute(LATER);
      if (sent < 0) {
        log.postInvoke(request, response);
      } else {
        served.setAttribute(BYTES, sent);
        log.postInvoke(request, new CountedResponse(response, sent));
      }
    } catch (IOException | RuntimeException e) {
      losses.lost(1, "a line that cannot be written: " + e);
    }
  }

  /**
   * A response for the access log, with the bytes sent in place of the application's. GlassFish
   * counts by an int: larger numbers count as 2,147,483,647.
   */
  static final class CountedResponse extends DummyResponse {
    private final HttpResponse response;
    private final int sent;

    CountedResponse(HttpResponse response, long sent) {
      this.response = response;
      this.sent = (int) Math.min(sent, Integer.MAX_VALUE);
    }

    @Override
    public int getContentCount() {
      return sent;
    }

    @Override
    public int getStatus() {
      return response.getStatus();
    }

    @Override
    public @Nullable String getContentType() {
      return response.getContentType();
    }

    @Override
    public int getContentLength() {
      return response.getContentLength();
    }

    @Override
    public ServletResponse getResponse() {
      return response.getResponse();
    }
  }
}
