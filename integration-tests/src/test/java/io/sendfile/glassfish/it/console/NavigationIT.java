package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.Scenario;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.InChromium;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Smoke;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every way from the console to the pages. */
@InChromium
@Timeout(240)
@OwnProcess
@Smoke
class NavigationIT extends Scenario {
  private static final String TREE = "#treeForm\\:tree\\:";
  private static final String CONFIGURATIONS = TREE + "configurations\\:";
  private static final String LIVE = "#content a[title^='Running downloads']";
  private static final String TABS = "#propertyForm\\:serverInstTabs\\:monitoring";

  /** Free pixels below the frame, and pixels by which it sticks out of the pane. */
  private static final String ROOM =
      """
      const frame = document.getElementById('sendfileFrame');
      const pane = frame.closest('.yui-layout-bd');
      const bottom = (box) => box.getBoundingClientRect().bottom;
      return Math.max(0, Math.round(bottom(pane) - bottom(frame)) - 3) + ' '
          + Math.max(0, pane.scrollHeight - pane.clientHeight);
      """;

  private Console console;
  private Chromium browser;

  /** Follows a link of the console; the frame then shows a page, and nothing scrolls twice. */
  private void follow(String link, String page, String name) throws IOException {
    browser.leaveFrame();
    console.click(link);
    console.awaitFrame("/sendfile-app/" + page);
    browser.leaveFrame();
    browser.screenshot("console-" + name);
    // The console lays its panes out once the page is there.
    Await.until(
        () -> "room left by " + name + ", in pixels: " + browser.run(ROOM),
        Console.SOON,
        () -> browser.run(ROOM).equals("0 0"));
    assertThat(browser.run("return document.title")).isEqualTo("Sendfile");
    browser.enterFrame(Console.FRAME);
    assertThat(console.faults()).as(name).isEmpty();
    browser.leaveFrame();
  }

  private boolean isSelected(String node) {
    return browser.count(TREE + node + "[class*=Sel]") == 1;
  }

  @Test
  void eachEntryOfTheConsoleLeadsToItsPage() throws Exception {
    try (Console opened = new Console(server.adminPort()).open()) {
      console = opened;
      browser = console.browser();
      browser.viewport(1280, 900);
      follow(TREE + "sendfile\\:sendfile_link", "now.xhtml", "tree");
      assertThat(isSelected("sendfile")).isTrue();

      console.click(TREE + "ct");
      Await.until("the common tasks", Console.SOON, () -> browser.count(LIVE) == 1);
      browser.screenshot("console-common-tasks");
      follow(LIVE, "now.xhtml", "common-task");
      assertThat(isSelected("sendfile")).isTrue();

      console.click(TREE + "applicationServer\\:applicationServer_link");
      console.click(TABS);
      follow(TABS + "\\:monitor_sendfile", "now.xhtml", "tab");

      for (String config : new String[] {"default-config", "server-config"}) {
        String node = CONFIGURATIONS + config + "\\:";
        String page = "configuration.xhtml?config=" + config;
        console.click(node + config + "_turner");
        follow(node + "sendfileConfiguration\\:sendfileConfiguration_link", page, config);
        console.click(node + config + "_link");
        follow("#content a[title='Settings for sending files']", page, config + "-link");
        assertThat(isSelected("configurations\\:" + config + "\\:sendfileConfiguration")).isTrue();
      }
    }
  }
}
