package io.sendfile.grizzly.filter;

import org.glassfish.grizzly.http.server.Request;

/** The line of one request in the server's access log. */
@FunctionalInterface
public interface AccessLine {
  /**
   * Writes the line; does not throw. Called once, while request and response still exist: on a
   * request thread, or on the thread that noticed that the client of an asynchronous request has
   * left.
   *
   * @param sent body bytes that were sent in the application's place, at least 0; -1 if the
   *     application's own response stands
   */
  void write(long sent);

  /**
   * Registers a line to be written at the end of the response, however it ends. To be called while
   * the request is served, before the application.
   *
   * @return false if the request did not come through {@link HandOffHandler}: the server then has
   *     to write the line
   */
  static boolean defer(Request request, AccessLine line) {
    Exchange exchange = Exchange.of(request.getRequest());
    if (exchange == null) {
      return false;
    }
    exchange.held().keepFor(new DeferredLine(exchange.held(), line));
    return true;
  }
}
