package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.WallDisplay;
import jakarta.json.JsonObject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;

/** {@code /wall?since=…&target=…}: figures of the wall display, for those who have its key. */
@WebServlet(WallDisplay.FIGURES)
public class WallServlet extends JsonServlet {
  private static final long serialVersionUID = 1L;

  @Override
  JsonObject json(Target target, Source source, HttpServletRequest request) {
    long since = LiveServlet.since(request);
    return WallJson.of(target, source.live(since), source.problems(), since, Instant.now());
  }
}
