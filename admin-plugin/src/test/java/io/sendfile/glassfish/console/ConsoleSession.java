package io.sendfile.glassfish.console;

import jakarta.servlet.http.HttpSession;
import java.lang.reflect.Proxy;

/** A session of the console. */
public final class ConsoleSession {
  private String id;
  private boolean over;
  private final HttpSession facade;

  private ConsoleSession(String id) {
    this.id = id;
    this.facade =
        (HttpSession)
            Proxy.newProxyInstance(
                ConsoleSession.class.getClassLoader(),
                new Class<?>[] {HttpSession.class},
                (proxy, method, arguments) -> answer(method.getName()));
  }

  /** A session unknown to the plug-in. */
  static ConsoleSession unknown(String id) {
    return new ConsoleSession(id);
  }

  /** A session in which an administrator has opened a page of ours. */
  public static ConsoleSession opened(String id, String user) {
    ConsoleSession session = new ConsoleSession(id);
    session.register(user);
    return session;
  }

  void register(String user) {
    ConsoleSessions.register(facade, user);
  }

  /** The administrator signs out, or the session expires. */
  public void end() {
    over = true;
  }

  void begin() {
    over = false;
  }

  void rename(String newId) {
    id = newId;
  }

  private Object answer(String method) {
    if (method.equals("getId")) {
      return id;
    }
    if (method.equals("getCreationTime")) {
      if (over) {
        throw new IllegalStateException("invalidated");
      }
      return 1L;
    }
    // Any other call might count as activity.
    throw new UnsupportedOperationException(method);
  }
}
