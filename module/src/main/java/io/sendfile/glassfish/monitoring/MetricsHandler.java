package io.sendfile.glassfish.monitoring;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.security.auth.login.LoginException;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.internal.api.AdminAccessController;
import org.glassfish.internal.api.RemoteAdminAccessException;

/** Answers administrators, and nobody else, with the statistics as OpenMetrics text. */
public final class MetricsHandler extends HttpHandler {
  private static final Logger LOGGER = Logger.getLogger(MetricsHandler.class.getPackageName());

  private final Supplier<OpenMetrics.Reading> reading;
  private final Supplier<AdminAccessController> access;

  /**
   * @param reading supplies what is published
   * @param access decides who is an administrator
   */
  public MetricsHandler(
      Supplier<OpenMetrics.Reading> reading, Supplier<AdminAccessController> access) {
    this.reading = reading;
    this.access = access;
  }

  @Override
  public void service(Request request, Response response) throws IOException {
    if (request.getMethod() != Method.GET && request.getMethod() != Method.HEAD) {
      response.setHeader("Allow", "GET, HEAD");
      answer(response, 405, "This address is for GET");
      return;
    }
    try {
      access.get().loginAsAdmin(request);
    } catch (RemoteAdminAccessException e) {
      answer(response, 403, "Remote access needs secure admin: asadmin enable-secure-admin");
      return;
    } catch (LoginException e) {
      LOGGER.log(Level.FINE, "sendfile metrics: not an administrator", e);
      response.setHeader("WWW-Authenticate", "Basic realm=\"admin-realm\"");
      answer(response, 401, "Name and password of an administrator are needed");
      return;
    }
    send(response, OpenMetrics.MEDIA_TYPE, OpenMetrics.text(reading.get()));
  }

  private static void answer(Response response, int status, String text) throws IOException {
    response.setStatus(status);
    send(response, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void send(Response response, String type, byte[] body) throws IOException {
    response.setHeader("Cache-Control", "no-store");
    // Not by setContentType: Grizzly would add it after its mark of the header's end.
    response.getResponse().getHeaders().setValue("Content-Type").setString(type);
    response.setContentLength(body.length);
    try (OutputStream out = response.getOutputStream()) {
      out.write(body);
    }
  }
}
