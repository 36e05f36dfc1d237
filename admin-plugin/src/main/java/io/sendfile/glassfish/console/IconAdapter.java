package io.sendfile.glassfish.console;

import com.sun.enterprise.config.serverbeans.Config;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.jvnet.hk2.annotations.Service;

/**
 * Answers that the admin listener has no icon, which is no error. Browsers request it beside the
 * console's login form; the console would treat that request as the requested page, and forget the
 * real one.
 */
@Service
public class IconAdapter extends AdminAdapter {
  @Inject
  public IconAdapter(@Named(ServerEnvironment.DEFAULT_INSTANCE_NAME) Config config) {
    super(config, "/favicon.ico", new NoIcon());
  }

  private static final class NoIcon extends HttpHandler {
    @Override
    public void service(Request request, Response response) {
      response.setStatus(204);
      response.setHeader("Cache-Control", "max-age=86400");
    }
  }
}
