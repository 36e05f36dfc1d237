package io.sendfile.glassfish.it.console;

import io.sendfile.glassfish.it.Scenario;
import io.sendfile.glassfish.it.harness.OwnProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** Base of the scenarios about pages that need no browser: no script, no layout, no keyboard. */
@OwnProcess
abstract class HtmlScenario extends Scenario {
  /** Shared by all tests: a session is signed in once. */
  private static @Nullable Pages kept;

  Pages pages;

  @BeforeEach
  void pages() {
    pages = keep("http://localhost:" + server.adminPort());
  }

  private static synchronized Pages keep(String base) {
    if (kept == null || !kept.base().equals(base)) {
      kept = new Pages(base);
    }
    return kept;
  }
}
