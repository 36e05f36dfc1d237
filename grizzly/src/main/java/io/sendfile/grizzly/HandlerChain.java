package io.sendfile.grizzly;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.server.SuspendStatus;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.threadpool.Threads;

/**
 * A server's handlers, so that another handler can stand around all of them. The chain that finds a
 * request's handler can only be called by a method that is private to Grizzly's package.
 */
final class HandlerChain extends HttpHandler {
  private static final RequestExecutorProvider SAME_THREAD =
      new RequestExecutorProvider.SameThreadProvider();
  private static final MethodHandle DO_HANDLE = doHandle();

  private final HttpHandler handlers;

  HandlerChain(HttpHandler handlers) {
    super(handlers.getName());
    this.handlers = handlers;
    setAllowEncodedSlash(handlers.isAllowEncodedSlash());
    setAllowCustomStatusMessage(handlers.isAllowCustomStatusMessage());
    setRequestURIEncoding(handlers.getRequestURIEncoding());
  }

  private static MethodHandle doHandle() {
    try {
      Method method =
          HttpHandler.class.getDeclaredMethod("doHandle", Request.class, Response.class);
      method.setAccessible(true);
      return MethodHandles.lookup()
          .unreflect(method)
          .asType(
              MethodType.methodType(
                  boolean.class, HttpHandler.class, Request.class, Response.class));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IllegalStateException(
          "sendfile: it cannot be installed, as HttpHandler.doHandle of this Grizzly cannot be"
              + " called; on a"
              + " module path, add --add-opens"
              + " org.glassfish.grizzly.http.server/org.glassfish.grizzly.http.server="
              + "ALL-UNNAMED",
          e);
    }
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    // Each handler begins a status of its own; this one belongs to the handler around them.
    SuspendStatus outer =
        ((Response.SuspendedContextImpl) response.getSuspendContext()).getSuspendStatus();
    FilterChainContext context = request.getContext();
    // Otherwise Grizzly reads on while a response is held on the selector thread, and the next one
    // gets into its body.
    context.suspend();
    rememberSelector(context.getConnection());
    if (!handles(request, response)) {
      // Asynchronous, or on another thread: its end resumes the request.
      outer.suspend();
    }
  }

  /**
   * Grizzly forgets it at the first request of HTTP/2, and runs all handlers on that thread then.
   */
  private static void rememberSelector(Connection<?> connection) {
    if (connection instanceof NIOConnection nio
        && nio.getSelectorRunner().getRunnerThread() == Thread.currentThread()) {
      Threads.setService(true);
    }
  }

  private boolean handles(Request request, Response response) throws Exception {
    try {
      return (boolean) DO_HANDLE.invokeExact(handlers, request, response);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public RequestExecutorProvider getRequestExecutorProvider() {
    return SAME_THREAD;
  }

  @Override
  public void start() {
    handlers.start();
  }

  @Override
  public void destroy() {
    handlers.destroy();
  }
}
