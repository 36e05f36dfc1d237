package io.sendfile.glassfish.jaxrs;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Response.Status.Family;

/**
 * Notes whether the response of a file succeeded, which interceptors cannot see: the body of an
 * error is the application's. Response filters run in falling priority, so this one sees the status
 * that they leave. Stateless.
 */
@Priority(Integer.MIN_VALUE)
public final class FinalStatus implements ContainerResponseFilter {
  /** Property of a request: TRUE if its response succeeded, and has a file as its entity. */
  static final String SUCCESSFUL_FILE = "io.sendfile.successful-file";

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    boolean successful = response.getStatusInfo().getFamily() == Family.SUCCESSFUL;
    if (successful && FileEntity.pathOf(response.getEntity()) != null) {
      request.setProperty(SUCCESSFUL_FILE, true);
    }
  }
}
