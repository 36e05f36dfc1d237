package io.sendfile.glassfish.it.console;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A browser at the admin console. */
final class Console implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(20);

  /** GlassFish loads its console, and the module's pages with it, on the first request. */
  private static final Duration LOADED = Duration.ofSeconds(150);

  /** Live pages ask every two seconds, and redraw their lists every four; here in a fraction. */
  private static final int HURRY = 4;

  static final String FRAME = "#sendfileFrame";

  private static final String REQUESTED =
      "return performance.getEntries().filter(e => ['navigation', 'resource'].includes(e.entryType))"
          + ".map(e => e.name).filter(name => !name.startsWith('data:'))";

  /** Cells that do not begin below their heading, and what sticks out of the page or its card. */
  private static final String MISPLACED =
      """
      const shown = (element) => element.checkVisibility({visibilityProperty: true});
      const about = (element) => (element.id ? '#' + element.id : element.localName) + ' "'
          + element.textContent.trim().slice(0, 30) + '"';
      const left = (element) => Math.round(element.getBoundingClientRect().left);
      const right = (element) => Math.round(element.getBoundingClientRect().right);
      const torn = [...document.querySelectorAll('main table')].filter(shown).flatMap((table) => {
        const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
        return [...table.tBodies].flatMap((body) => [...body.rows])
            .flatMap((row) => (row.cells.length === heads.length ? [...row.cells] : []))
            // On a phone a row is a list of its cells, each with its heading.
            .filter((cell) => shown(cell) && getComputedStyle(cell).display === 'table-cell')
            .filter((cell) => Math.abs(left(cell) - left(heads[cell.cellIndex])) > 1)
            .map((cell) => `${about(cell)} is not below ${about(heads[cell.cellIndex])}`);
      });
      const wide = [...document.querySelectorAll('main *')].filter(shown)
          .filter((element) => !element.closest('.unseen, .ui-dialog')
              // Elements that scroll, or are cut by an ellipsis.
              && !element.parentElement.closest('.scroll, .part > summary, .part > details > summary'))
          .filter((element) => right(element) > innerWidth
              || right(element) > right(element.closest('.card, main')) + 1)
          .map((element) => about(element) + ' sticks out');
      return [...torn, ...wide].slice(0, 10);
      """;

  /**
   * Text that is cut off or that no scrolling leads to, and controls that are not seen, or lie
   * below others, before anything is scrolled sideways.
   */
  private static final String CLIPPED =
      """
      const shown = (element) => element.checkVisibility({visibilityProperty: true});
      const about = (element) => (element.id ? '#' + element.id : element.localName) + ' "'
          + element.textContent.trim().slice(0, 30) + '"';
      const dialog = [...document.querySelectorAll('.ui-dialog')].find(shown);
      const isControl = (element) => element.matches('button, input, select, summary, .actions a');
      const isHidden = (overflow) => ['hidden', 'clip'].includes(overflow);
      const texts = (element) => [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
          .flatMap((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return [...range.getClientRects()];
          });
      /* Whether an ancestor cuts a part of a box off; a list that scrolls shows its texts, but not its controls. */
      function isCut(element, {left, right, top, bottom}) {
        for (let above = isControl(element) ? element.parentElement : element; above !== document.documentElement; above = above.parentElement) {
          const {overflowX, overflowY} = getComputedStyle(above);
          const edge = above.getBoundingClientRect();
          if (isHidden(overflowX) && (left < edge.left - 1 || right > edge.right + 1)) return true;
          if (isHidden(overflowY) && (top < edge.top - 4 || bottom > edge.bottom + 4)) return true;
          if (overflowX === 'auto') {
            if (left < edge.left - above.scrollLeft - 1 || (isControl(element) && right > edge.right + 1)) return true;
            [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
          }
          if (overflowY === 'auto') [top, bottom] = [edge.top, edge.top];
        }
        return left < -1 || right > document.documentElement.clientWidth + 1 || top + scrollY < -1;
      }
      function isCovered(control) {
        control.scrollIntoView({block: 'center', inline: 'nearest'});
        for (let above = control; above; above = above.parentElement) above.scrollLeft = 0;
        const {left, right, top, bottom} = control.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        // A list that the control has opened may cover it.
        return !control.contains(hit) && !hit?.contains(control)
            && !hit?.closest('label')?.contains(control) && !hit?.closest('.ui-columntoggler');
      }
      const faults = [];
      const [x, y] = [scrollX, scrollY];
      for (const element of (dialog ?? document.body).querySelectorAll('*')) {
        if (!shown(element) || element.closest('.unseen, .skip, script, style, option, .ui-helper-hidden-accessible')) continue;
        // A folded part names in short what unfolding shows.
        if (element.closest('.part summary small')) continue;
        const boxes = isControl(element) ? [element.getBoundingClientRect()] : texts(element);
        if (boxes.some((box) => isCut(element, box))) faults.push(about(element) + ' is cut off');
        else if (isControl(element) && isCovered(element)) faults.push(about(element) + ' is covered');
        if (faults.length === 10) break;
      }
      scrollTo(x, y);
      return faults;
      """;

  /** Words that go on in a second line, though a line has room for them. */
  private static final String BROKEN =
      """
      const shown = (element) => element.checkVisibility({visibilityProperty: true});
      const boxes = (node, from, to) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return [...range.getClientRects()].filter((box) => box.width > 0);
      };
      const lines = (all) => new Set(all.map((box) => Math.round(box.top))).size;
      /* The room of a line: that of its block, or of the row whose blocks may have lines of their own. */
      function room(element) {
        let block = element;
        for (let style = getComputedStyle(block); style.display === 'inline'
            || (style.display === 'inline-block' && style.maxWidth === 'none'); style = getComputedStyle(block)) {
          block = block.parentElement;
        }
        while (getComputedStyle(block.parentElement).flexWrap === 'wrap') block = block.parentElement;
        const {paddingLeft, paddingRight} = getComputedStyle(block);
        return block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      }
      const faults = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() && faults.length < 10) {
        const node = texts.currentNode;
        const element = node.parentElement;
        if (!node.data.trim() || !shown(element) || lines(boxes(node, 0, node.length)) < 2
            || element.closest('.unseen, .skip, script, style, option')
            // The parts of a name, one of which is a link, are one word.
            || element.closest('.file')?.childElementCount) continue;
        const wide = (all) => all.reduce((sum, box) => sum + box.width, 0) >= room(element) - 1;
        for (const {0: text, index} of node.data.matchAll(/\\S+/g)) {
          const whole = boxes(node, index, index + text.length);
          // A long address has to break somewhere.
          if (lines(whole) < 2 || wide(whole)) continue;
          // A line may end after a hyphen or the like.
          for (const {0: word, index: at} of text.matchAll(/[^?!|)\\]}–—-]+/g)) {
            const parts = boxes(node, index + at, index + at + word.length);
            if (lines(parts) > 1 && !wide(parts)) faults.push(`"${word}" is broken`);
          }
        }
      }
      return faults;
      """;

  private static final String IN_VIEW =
      """
      const box = document.querySelector(arguments[0]).getBoundingClientRect();
      return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
      """;

  /** Shared by all tests: its start takes longer than most of them. */
  private static Chromium kept;

  /** Address of the server whose cookies the browser has. */
  private static String known = "";

  private final String base;
  private final Chromium browser;

  Console(int adminPort) throws IOException {
    this("http://localhost:" + adminPort);
  }

  /**
   * A browser at the admin listener with this address.
   *
   * @param base without a path
   */
  Console(String base) throws IOException {
    this.base = base;
    browser = newBrowser(base);
    browser.resize(1280, 900);
  }

  /**
   * Signed in as before, which spares several pages, but at another server: ports share cookies.
   */
  private static synchronized Chromium newBrowser(String base) throws IOException {
    if (kept == null) {
      Path folder = Files.createTempDirectory(Settings.work(), "console-");
      kept = Chromium.startForPages(folder);
      Runtime.getRuntime().addShutdownHook(new Thread(kept::close));
      kept.hurry(HURRY);
    }
    kept.beNew();
    if (!base.equals(known)) {
      kept.forgetCookies();
      known = base;
    }
    return kept;
  }

  /** The browser. */
  Chromium browser() {
    return browser;
  }

  /** An address on the admin listener. */
  String uri(String path) {
    return base + path;
  }

  /** Opens the console; waits for its tree, or for its login form. */
  Console open() {
    browser.open(uri("/"));
    Await.until(
        "the console is loaded",
        LOADED,
        () -> browser.count("#treeForm") + browser.count("#Login\\.username") > 0);
    return this;
  }

  /** Logs in to the console. */
  Console signIn(String user, String password) {
    browser.type("#Login\\.username", user);
    browser.run("document.getElementById('Login.password').value = arguments[0]", password);
    browser.run("document.getElementById('loginButton').click()");
    Await.until("the console", LOADED, () -> browser.count("#treeForm") > 0);
    return this;
  }

  /** Signs out, which the pages of the module notice at once. */
  void signOut() {
    browser.leaveFrame();
    browser.run("window.confirm = () => true");
    click("#Masthead\\:logoutLink, [id$=logoutLink]");
    Await.until("the form to sign in", SOON, () -> browser.count("#Login\\.username") > 0);
    for (String path : new String[] {"live", "now.xhtml"}) {
      int status = status("/sendfile-app/" + path);
      if (status != 401) {
        throw new AssertionError(path + " answers " + status + " after signing out");
      }
    }
  }

  /** Opens a page of the module and enters its frame. */
  Console page(String page) {
    browser.open(uri("/sendfile/" + page));
    if (browser.count(FRAME) == 0) {
      open();
      browser.open(uri("/sendfile/" + page));
    }
    Await.until(
        () -> "the page in the frame; there is " + browser.whole(),
        LOADED,
        () -> {
          browser.enterFrame(FRAME);
          return browser.count("main#content") > 0;
        });
    return this;
  }

  /** Enters the frame as soon as it shows that page. */
  void awaitFrame(String page) {
    Await.until(
        () -> page + " in the frame; there is " + browser.whole(),
        LOADED,
        () -> {
          browser.enterFrame(FRAME);
          return isComplete(page);
        });
  }

  private boolean isComplete(String page) {
    return browser.count("main#content") > 0
        && String.valueOf(browser.run("return location.href")).endsWith(page)
        && "complete".equals(browser.run("return document.readyState"));
  }

  /** Opens a page of the application without the console around it, which takes longer. */
  Console own(String page) {
    browser.open(uri("/sendfile-app/" + page));
    Await.until("the page", LOADED, () -> browser.count("main#content") > 0);
    return this;
  }

  /** Waits until the window has that page. */
  void awaitOwn(String page) {
    Await.until(() -> page + "; there is " + browser.whole(), LOADED, () -> isComplete(page));
  }

  /** Cells beside their headings, what sticks out, is cut off or broken, at this width. */
  List<String> misplaced(int width) {
    browser.viewport(width, 844);
    return misplaced();
  }

  /** The same at the present width, which a dialog follows soon after it has changed. */
  List<String> misplaced() {
    long begin = System.nanoTime();
    List<String> faults;
    do {
      faults =
          Stream.of(MISPLACED, CLIPPED, BROKEN)
              .flatMap(script -> ((List<?>) browser.run(script)).stream())
              .map(String::valueOf)
              .toList();
    } while (!faults.isEmpty() && System.nanoTime() - begin < SOON.toNanos());
    return faults;
  }

  /**
   * Faults of the current page: barriers, misplaced cells, clipped texts and controls, broken
   * words, sideways scrolling, and content from elsewhere.
   */
  List<String> faults() {
    List<String> faults = new ArrayList<>(Axe.findings(browser));
    faults.addAll(misplaced());
    String root = "document.documentElement";
    double beyond = browser.number(root + ".scrollWidth - " + root + ".clientWidth");
    if (beyond > 0) {
      faults.add("the page is " + beyond + " pixels too wide");
    }
    for (Object address : (List<?>) browser.run(REQUESTED)) {
      if (!String.valueOf(address).startsWith(base + "/")) {
        faults.add("from elsewhere: " + address);
      }
    }
    return faults;
  }

  /** The status of a request by the page itself, with its cookies. */
  int status(String path) {
    Object status =
        browser.run(
            "const request = new XMLHttpRequest(); request.open('GET', arguments[0], false);"
                + " request.send(); return request.status",
            path);
    return ((Number) status).intValue();
  }

  /** Unfolds all parts of the page. */
  void unfold() {
    browser.run("document.querySelectorAll('main details').forEach(part => { part.open = true; })");
  }

  /** Waits until an element shows a text. */
  void awaitText(String css, String text) {
    Await.until(
        () -> css + " shows " + text + ", not " + browser.text(css),
        SOON,
        () -> browser.text(css).contains(text));
  }

  /** Waits until an element is fully in the window, at any scroll position. */
  void awaitInView(String css) {
    Await.until(css + " is in view", SOON, () -> Boolean.TRUE.equals(browser.run(IN_VIEW, css)));
  }

  /** Clicks as soon as that is possible: a dialog may be opening, or a table being redrawn. */
  void click(String css) {
    act("a click on ", css, browser::click);
  }

  /** Presses the mouse's button on an element as soon as that is possible, and holds it. */
  void hold(String css) {
    act("a press on ", css, browser::hold);
  }

  private static void act(String what, String css, Consumer<String> action) {
    Await.until(
        what + css,
        SOON,
        () -> {
          action.accept(css);
          return true;
        });
  }

  /** Leaves the page, so that it polls no more. */
  @Override
  public void close() {
    browser.open("about:blank");
  }
}
