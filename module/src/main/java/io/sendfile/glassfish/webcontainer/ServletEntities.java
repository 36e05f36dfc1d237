package io.sendfile.glassfish.webcontainer;

import io.sendfile.grizzly.jaxrs.FileEntities;
import jakarta.annotation.Priority;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Context;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Hands off the files that resources return, by attributes of the servlet's request. */
@ConstrainedTo(RuntimeType.SERVER)
public final class ServletEntities extends FileEntities {
  /** For Jersey, which finds it by its name in META-INF/services. */
  public ServletEntities() {
    super(OfServlets.class);
  }

  /** The requests of servlets. */
  @Priority(Integer.MAX_VALUE)
  public static final class OfServlets extends FileHandOff {
    @Context private @Nullable HttpServletRequest request;

    @Override
    protected @Nullable Object attribute(String name) {
      return request == null ? null : request.getAttribute(name);
    }

    @Override
    protected void setAttribute(String name, Object value) {
      Objects.requireNonNull(request).setAttribute(name, value);
    }
  }
}
