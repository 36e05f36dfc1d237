package io.sendfile.grizzly.filter;

import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.Drain.Phase;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;

/**
 * Answers balancers whether the server takes downloads, and answers every request with 503 while
 * the server starts or stops, since applications are not found then.
 */
final class Readiness {
  private static final int SECONDS = 5;

  private Readiness() {}

  /**
   * Answers a request in place of the application, if that is due.
   *
   * @param toApplications whether the listener serves applications, not the administration
   */
  static boolean answers(
      Request request,
      Response response,
      SendfileSettings settings,
      Drain drain,
      boolean toApplications)
      throws IOException {
    String path = settings.text(Setting.READINESS_PATH);
    // A word, and not a path, while there is none.
    if (path.charAt(0) != '/') {
      return false;
    }
    Phase phase = drain.phase();
    boolean withoutApplications =
        toApplications && (phase == Phase.STARTING || phase == Phase.STOPPING);
    if (withoutApplications || isAsked(request, path)) {
      answer(response, phase);
      return true;
    }
    return false;
  }

  private static boolean isAsked(Request request, String path) {
    return (request.getMethod() == Method.GET || request.getMethod() == Method.HEAD)
        && path.equals(request.getRequestURI());
  }

  private static void answer(Response response, Phase phase) throws IOException {
    byte[] body = (phase.label() + "\n").getBytes(StandardCharsets.US_ASCII);
    response.setHeader("Cache-Control", "no-store");
    if (phase == Phase.READY) {
      response.setStatus(200);
    } else {
      response.setStatus(503);
      response.setHeader("Retry-After", Integer.toString(SECONDS));
    }
    // Not by setContentType: Grizzly would add it after its mark of the header's end.
    response.getResponse().getHeaders().setValue("Content-Type").setString("text/plain");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
