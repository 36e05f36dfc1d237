package io.sendfile.glassfish.webcontainer;

import io.sendfile.glassfish.versions.VersionedCall;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.apache.catalina.core.StandardContext;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.util.AlternateDocBase;
import org.jspecify.annotations.Nullable;

/** The calls for each request that differ between versions of the web container. Stateless. */
final class ContainerCalls {
  private static final MethodHandle GRIZZLY_REQUEST =
      VersionedCall.GRIZZLY_REQUEST.as(Request.class, org.apache.catalina.connector.Request.class);

  private static final MethodHandle ALTERNATE_DOC_BASES =
      VersionedCall.ALTERNATE_DOC_BASES.as(List.class, StandardContext.class);

  private ContainerCalls() {}

  /** Grizzly's request below the container's. */
  static Request grizzlyRequest(org.apache.catalina.connector.Request request) {
    try {
      return (Request) GRIZZLY_REQUEST.invokeExact(request);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** The alternate docroots of an application, null for none. */
  @SuppressWarnings("unchecked")
  static @Nullable List<AlternateDocBase> alternateDocBases(StandardContext context) {
    try {
      return (List<AlternateDocBase>) (List<?>) ALTERNATE_DOC_BASES.invokeExact(context);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** The methods have no checked exceptions. */
  private static RuntimeException failed(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException known ? known : new IllegalStateException(e);
  }
}
