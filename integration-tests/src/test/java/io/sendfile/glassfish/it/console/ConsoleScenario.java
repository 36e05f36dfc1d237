package io.sendfile.glassfish.it.console;

import io.sendfile.glassfish.it.Scenario;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.InChromium;
import io.sendfile.glassfish.it.harness.OwnProcess;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the scenarios in the admin console: a browser, like new for each of them. */
@InChromium
@OwnProcess
abstract class ConsoleScenario extends Scenario {
  Console console;
  Chromium browser;

  @BeforeEach
  void console() throws IOException {
    console = new Console(server.adminPort());
    browser = console.browser();
  }

  @AfterEach
  void noConsole() throws IOException {
    console.close();
  }
}
