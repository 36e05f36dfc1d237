package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Chromium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** Pages whose session the server has lost. */
@Timeout(300)
class SessionsIT extends ConsoleScenario {
  /** Longer than a live page waits between two requests. */
  private static final long QUIET_MILLIS = 1500;

  private static final String SHOWN_PAGE = "#list .ui-paginator-page.ui-state-active";

  /** Whether the page has sent no request for a while. */
  static void asksNothing(Chromium browser) throws InterruptedException {
    Await.until(
        "what was on its way is there",
        Console.SOON,
        () -> Boolean.TRUE.equals(browser.run("return PrimeFaces.ajax.Queue.isEmpty()")));
    browser.run("performance.clearResourceTimings()");
    Thread.sleep(QUIET_MILLIS);
    assertThat(browser.number("performance.getEntriesByType('resource').length")).isZero();
  }

  @Test
  void livePageSaysThatItsAdministratorHasSignedOutAndAsksNothingMore() throws Exception {
    console.page("now.jsf");
    console.awaitText("#running\\:table", "No transfer is running.");
    browser.forgetCookie("JSESSIONID");
    console.awaitText("#signedOut", "Sign in again");
    asksNothing(browser);
    browser.screenshot("signed-out");
    console.click("#signedOut a");
    browser.leaveFrame();
    console.awaitFrame("now.xhtml");
    browser.leaveFrame();
    assertThat(browser.count("#treeForm")).isEqualTo(1);
  }

  @Test
  void pageOfATableThatHasNotComeIsNotMarkedAsShown() throws Exception {
    for (int i = 0; i < 26; i++) {
      play("sendfile:files:absent-" + i).hasStatus(404);
    }
    console.own("past.xhtml?reason=missing");
    console.awaitText(SHOWN_PAGE, "1");
    browser.forgetCookie("JSESSIONID");
    console.click("#list .ui-paginator-next");
    console.awaitText("#signedOut", "Sign in again");
    assertThat(browser.text(SHOWN_PAGE)).isEqualTo("1");
  }

  @Test
  void bookmarkOpensAndIsComeBackToAfterSigningInAgain() {
    console.open();
    browser.forgetCookie("JSESSIONID");
    console.own("server.xhtml?config=default-config");
    assertThat(browser.run("return location.pathname + location.search"))
        .isEqualTo("/sendfile-app/server.xhtml?config=default-config");
    console.own("now.xhtml?target=server&range=1h&filter=rate%3C50k");
    console.click("[data-range='1d']");
    browser.forgetCookie("JSESSIONID");
    console.awaitText("#signedOut", "Sign in again");
    console.click("#signedOut a");
    console.awaitText("[data-figure=active]", "0");
    assertThat(browser.run("return location.pathname")).isEqualTo("/sendfile-app/now.xhtml");
    assertThat(browser.run("return [...new URLSearchParams(location.search)].sort().join()"))
        .isEqualTo("filter,rate<50k,range,1d,target,server");
  }

  @Test
  void pageWithSettingsSaysThatItsAdministratorHasSignedOut() {
    console.own("configuration.xhtml");
    console.unfold();
    browser.forgetCookie("JSESSIONID");
    browser.run("scrollTo(0, document.documentElement.scrollHeight / 3)");
    browser.type("[aria-label='range-limit']", "20");
    console.awaitText("#signedOut", "changes made here are not saved");
    assertThat(browser.number("scrollY")).isPositive();
    console.awaitInView("#signedOut");
  }

  /** As after a restart of the application, or with too many windows open. */
  @Test
  void pageThatTheServerHasForgottenSaysSo() throws Exception {
    console.own("now.xhtml");
    console.awaitText("#running\\:table", "No transfer is running.");
    browser.forgetCookie("SENDFILESESSION");
    console.awaitText("#failed", "Load it again");
    Await.until("its figures are dimmed", Console.SOON, () -> browser.count("body.old") == 1);
    asksNothing(browser);
    browser.screenshot("forgotten");
    console.click("#failed a");
    Await.until("the page is another", Console.SOON, () -> browser.text("#failed").isEmpty());
    console.awaitText("[data-figure=active]", "0");
  }

  @Test
  void enterInTheFilterLeavesThePageAsItIs() {
    console.own("now.xhtml");
    browser.run("window.asBefore = true");
    browser.type("#running\\:filter", "nothing of this name" + Keys.ENTER);
    console.awaitText("#running\\:table", "No transfer is running.");
    assertThat(browser.run("return window.asBefore")).isEqualTo(true);
    assertThat(browser.run("return PF('ratesDialog').isVisible()")).isEqualTo(false);
  }
}
