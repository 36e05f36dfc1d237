package io.sendfile.glassfish.grizzly;

import org.glassfish.grizzly.http.server.Request;

/** A line that the server's access log is to have of one request. */
@FunctionalInterface
public interface AccessLine {
  /**
   * Writes the line; does not throw. Called once, while request and response are still there: on a
   * request thread, or on the one that noticed that the client of an asynchronous request has left.
   *
   * @param sent body bytes that were sent in the application's place, at least 0; -1 if the
   *     application's own answer stands
   */
  void write(long sent);

  /**
   * Has a line written when the answer is over, whichever way it ends. To be called while the
   * request is served, before the application is.
   *
   * @return false if the request did not come through {@link HandOffHandler}: then the line is not
   *     kept, and the server has to write it
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
