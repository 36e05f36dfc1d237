package io.sendfile.glassfish.it;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;

/** Base of the scenarios in which applications receive events of their hand-offs. */
@InContainer
abstract class ToldScenario extends Scenario {
  static final String TOLD = "applications.Told";
  static final String WAITING = "applications.Waiting";
  static final String DROPPED = "applications.Dropped";
  static final String FAILED = "applications.Failed";

  private static int number;

  Snapshot before;

  /** Id of the next hand-off. */
  String id;

  @BeforeEach
  void begin() {
    before = server.probe();
    nextId();
  }

  final void nextId() {
    id = getClass().getSimpleName() + "-" + ++number;
  }

  /** The steps of a hand-off with a receiver of that kind. */
  final String[] steps(String way, String handOff) {
    return new String[] {"tell:" + way, "header:X-Sendfile-Id=" + id, handOff};
  }

  final String target(String way, String handOff) {
    return Play.steps(steps(way, handOff));
  }

  /** The application's record of the hand-off. */
  final Properties known(String parameters) throws IOException {
    Properties known = new Properties();
    known.load(new StringReader(ask("/it/told?" + parameters).hasStatus(200).text()));
    return known;
  }

  /** The application's event, as soon as it has come. */
  final Properties awaitTold() throws IOException {
    Await.until("the application is told of " + id, SOON, () -> !known("id=" + id).isEmpty());
    return known("id=" + id);
  }
}
