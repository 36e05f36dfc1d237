package io.sendfile.grizzly;

import io.sendfile.core.content.FileAttributes;
import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.files.Origin;
import io.sendfile.grizzly.filter.ServletLayer;
import io.sendfile.grizzly.filter.StaticFile;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a Grizzly server without a servlet container: handlers, and the servlets of
 * grizzly-http-servlet, set attributes of Grizzly's own request. Stateless.
 */
final class PlainRequests implements ServletLayer {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  @Override
  public Origin origin(Request request) {
    return Origin.UNKNOWN;
  }

  @Override
  public @Nullable FileAttributes fileAttributes(Request request) {
    Object filename = request.getAttribute(FileAttributes.FILENAME);
    return filename == null
        ? null
        : new FileAttributes(
            filename,
            request.getAttribute(FileAttributes.START),
            request.getAttribute(FileAttributes.END),
            List.of(),
            false);
  }

  @Override
  public @Nullable HandOffAttributes passedFile(Request request) {
    return HandOffAttributes.passed(request::getAttribute);
  }

  @Override
  public @Nullable String clientName(Request request, boolean principal) {
    if (request.getAttribute(CLIENT) instanceof String name) {
      return name;
    }
    Principal user = principal ? request.getUserPrincipal() : null;
    return user == null ? null : user.getName();
  }

  @Override
  @SuppressWarnings("unchecked")
  public @Nullable Consumer<Map<String, Object>> listener(Request request) {
    Object value = request.getAttribute(LISTENER);
    if (value == null) {
      return null;
    }
    if (!(value instanceof Consumer)) {
      LOG.warning(
          () ->
              "sendfile: request attribute "
                  + LISTENER
                  + " must be a java.util.function.Consumer, which takes a Map; it is a "
                  + value.getClass().getName());
      return null;
    }
    Consumer<Map<String, Object>> receiver = (Consumer<Map<String, Object>>) value;
    return result -> {
      try {
        receiver.accept(result);
      } catch (RuntimeException | LinkageError e) {
        LOG.log(Level.WARNING, "sendfile: the receiver of a hand-off's result failed", e);
      }
    };
  }

  @Override
  public @Nullable StaticFile staticFile(Request request) {
    return null;
  }
}
