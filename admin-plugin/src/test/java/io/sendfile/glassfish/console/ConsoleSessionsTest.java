package io.sendfile.glassfish.console;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpSession;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class ConsoleSessionsTest {
  /** A session as the console has it. */
  private static final class Session {
    private String id;
    private boolean over;
    private final HttpSession facade;

    Session(String id) {
      this.id = id;
      this.facade =
          (HttpSession)
              Proxy.newProxyInstance(
                  Session.class.getClassLoader(),
                  new Class<?>[] {HttpSession.class},
                  (proxy, method, arguments) -> answer(method.getName()));
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
      throw new UnsupportedOperationException(method);
    }
  }

  @Test
  void administratorIsKnownByTheSession() {
    Session session = new Session("known");
    ConsoleSessions.register(session.facade, "admin");
    assertThat(ConsoleSessions.user("known")).contains("admin");
    assertThat(ConsoleSessions.user("other")).isEmpty();
  }

  @Test
  void nobodyIsKnownByASessionThatIsOver() {
    Session session = new Session("over");
    ConsoleSessions.register(session.facade, "admin");
    session.over = true;
    assertThat(ConsoleSessions.user("over")).isEmpty();
    session.over = false;
    assertThat(ConsoleSessions.user("over")).as("forgotten").isEmpty();
  }

  @Test
  void nobodyIsKnownByAnIdThatTheSessionHadBefore() {
    Session session = new Session("before");
    ConsoleSessions.register(session.facade, "admin");
    session.id = "after";
    assertThat(ConsoleSessions.user("before")).isEmpty();
  }

  @Test
  void whoSignsInNextIsAnother() {
    Session session = new Session("same");
    ConsoleSessions.register(session.facade, "first");
    ConsoleSessions.register(session.facade, "second");
    assertThat(ConsoleSessions.user("same")).contains("second");
  }
}
