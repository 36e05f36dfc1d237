package io.sendfile.glassfish.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConsoleSessionsTest {
  @Test
  void administratorIsKnownByTheSession() {
    ConsoleSession.opened("known", "admin");
    assertThat(ConsoleSessions.user("known")).contains("admin");
    assertThat(ConsoleSessions.user("other")).isEmpty();
  }

  @Test
  void nobodyIsKnownWithoutAPageOfOurs() {
    ConsoleSession.unknown("stranger");
    assertThat(ConsoleSessions.user("stranger")).isEmpty();
  }

  @Test
  void nobodyIsKnownByASessionThatIsOver() {
    ConsoleSession session = ConsoleSession.opened("over", "admin");
    session.end();
    assertThat(ConsoleSessions.user("over")).isEmpty();
    session.begin();
    assertThat(ConsoleSessions.user("over")).as("forgotten").isEmpty();
  }

  @Test
  void sessionsThatAreOverAreForgottenWhenTheNextBegins() {
    ConsoleSession session = ConsoleSession.opened("before-the-next", "admin");
    session.end();
    ConsoleSession.opened("next", "admin");
    session.begin();
    assertThat(ConsoleSessions.user("before-the-next")).isEmpty();
    assertThat(ConsoleSessions.user("next")).contains("admin");
  }

  @Test
  void nobodyIsKnownByAnIdThatTheSessionHadBefore() {
    ConsoleSession session = ConsoleSession.opened("before", "admin");
    session.rename("after");
    assertThat(ConsoleSessions.user("before")).isEmpty();
  }

  @Test
  void whoSignsInNextIsAnother() {
    ConsoleSession session = ConsoleSession.opened("same", "first");
    session.register("second");
    assertThat(ConsoleSessions.user("same")).contains("second");
  }
}
