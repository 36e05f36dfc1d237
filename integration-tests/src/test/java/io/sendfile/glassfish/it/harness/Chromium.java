package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/** Chromium without a window, and without background traffic of its own. */
public final class Chromium implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String SHELL = "chromium-headless-shell";

  private static final String WHOLE = "return location.href + ': ' + document.body.innerText";

  /** The visible text, nearly as WebDriver has it, but found by one small script. */
  private static final String TEXT =
      """
      const element = document.querySelector(arguments[0]);
      if (!element.checkVisibility({visibilityProperty: true})) return '';
      return element.innerText.replace(/[ \\t\\u00a0]+/g, ' ').replace(/ ?\\n[ \\n]*/g, '\\n').trim();
      """;

  private static final String HURRY =
      """
      (() => {
        const later = setTimeout;
        window.setTimeout = (work, wait = 0, ...more) => later(work, wait / %d, ...more);
      })();
      """;

  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts it; downloads go to {@code downloads}, everything else below {@code folder}. */
  public static Chromium start(Path folder, Path downloads) throws IOException {
    ChromeOptions options = options(folder);
    options.setBinary(program("chromium").toFile());
    options.addArguments("--headless=new");
    options.setExperimentalOption(
        "prefs",
        Map.of(
            "download.default_directory",
            Files.createDirectories(downloads).toString(),
            "download.prompt_for_download",
            false));
    return start(folder, options);
  }

  /**
   * Starts it for pages alone: without what surrounds them in a window, where that is installed,
   * which takes half as much of the processor.
   */
  public static Chromium startForPages(Path folder) throws IOException {
    Optional<Path> shell = Command.find(SHELL);
    if (shell.isEmpty()) {
      return start(folder, folder.resolve("downloads"));
    }
    ChromeOptions options = options(folder);
    options.setBinary(shell.get().toFile());
    options.setCapability("browserName", "chrome-headless-shell");
    return start(folder, options);
  }

  private static ChromeOptions options(Path folder) throws IOException {
    ChromeOptions options = new ChromeOptions();
    options.setAcceptInsecureCerts(true);
    options.addArguments(
        "--no-sandbox",
        "--disable-gpu",
        // Fewer processes take less.
        "--in-process-gpu",
        "--enable-features=NetworkServiceInProcess2",
        // Nothing fades while it is looked at.
        "--force-prefers-reduced-motion",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--no-proxy-server",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--autoplay-policy=no-user-gesture-required",
        "--user-data-dir=" + Files.createDirectories(folder.resolve("profile")));
    return options;
  }

  private static Chromium start(Path folder, ChromeOptions options) throws IOException {
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program("chromedriver").toFile())
            .usingAnyFreePort()
            .withLogFile(folder.resolve("chromedriver.log").toFile())
            .withEnvironment(Map.of("HOME", folder.toString(), "LC_ALL", "C.UTF-8"))
            .build();
    return new Chromium(new ChromeDriver(service, options));
  }

  private static Path program(String name) throws IOException {
    return Command.find(name).orElseThrow(() -> new IOException(name + " is missing"));
  }

  /** Forgets all cookies. */
  public void forgetCookies() {
    driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
  }

  /** Forgets all that it has cached. */
  public void forgetCache() {
    driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
  }

  /** Resets to the state after a start, but for the cookies; a new tab would be a new process. */
  public void beNew() {
    driver.switchTo().defaultContent();
    driver.resetInputState();
    driver.get("about:blank");
    driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia", Map.of("media", "", "features", List.of()));
    // GlassFish's console leads to what was asked for last without a login, the icon included.
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of("*/favicon.ico")));
  }

  /**
   * Lets pages wait a fraction of the time that they want to: those that are opened from now on in
   * this tab, by {@code setTimeout}. Their clocks stay as they are.
   */
  public void hurry(int times) {
    driver.executeCdpCommand(
        "Page.addScriptToEvaluateOnNewDocument", Map.of("source", HURRY.formatted(times)));
  }

  /** Goes to an address, and waits until it is loaded. */
  public void open(String uri) {
    driver.get(uri);
  }

  /**
   * Runs JavaScript in the page.
   *
   * @return its result
   */
  public Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /**
   * Runs JavaScript that passes its result to its last argument.
   *
   * @return that result
   */
  public Object runAsync(String script, Object... arguments) {
    return driver.executeAsyncScript(script, arguments);
  }

  /** The value of a JavaScript expression that is a number. */
  public double number(String expression) {
    return ((Number) run("return " + expression)).doubleValue();
  }

  /** Directs the following commands to this frame's document. */
  public void enterFrame(String css) {
    driver.switchTo().defaultContent();
    driver.switchTo().frame(find(css));
  }

  /** Directs the following commands to the page again. */
  public void leaveFrame() {
    driver.switchTo().defaultContent();
  }

  /** The first such element; an absent one is an error worth a retry. */
  private WebElement find(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  /** Number of such elements. */
  public int count(String css) {
    return driver.findElements(By.cssSelector(css)).size();
  }

  /** The visible text. */
  public String text(String css) {
    return (String) run(TEXT, css);
  }

  /** Address and text of the current frame and of the window, for the report of a failure. */
  public String whole() {
    String frame = (String) run(WHOLE);
    leaveFrame();
    return frame + " in " + run(WHOLE);
  }

  /** Clicks like a user: a covered or disabled element cannot be clicked. */
  public void click(String css) {
    find(css).click();
  }

  /** Presses the mouse's button on an element, and holds it. */
  public void hold(String css) {
    new Actions(driver).clickAndHold(find(css)).perform();
  }

  /** Moves the mouse to a place so many pixels right of the middle of an element. */
  public void move(String css, int right) {
    new Actions(driver).moveToElement(find(css), right, 0).perform();
  }

  /** Releases the mouse's button where it is. */
  public void release() {
    new Actions(driver).release().perform();
  }

  /** Releases the mouse's button on an element, wherever it has moved to meanwhile. */
  public void release(String css) {
    new Actions(driver).moveToElement(find(css)).release().perform();
  }

  /** Replaces the content of a field as soon as that is possible, and leaves it. */
  public void type(String css, String text) {
    send(css, Keys.chord(Keys.CONTROL, "a"), text, Keys.TAB);
  }

  /** A form may be redrawn, or its dialog be opening. */
  private void send(String css, CharSequence... keys) {
    Await.until(
        "the field " + css,
        SOON,
        () -> {
          find(css).sendKeys(keys);
          return true;
        });
  }

  /** Presses a key at the focused element. */
  public void press(Keys key) {
    new Actions(driver).sendKeys(key).perform();
  }

  /** Presses a key with the shift key held. */
  public void pressWithShift(Keys key) {
    new Actions(driver).keyDown(Keys.SHIFT).sendKeys(key).keyUp(Keys.SHIFT).perform();
  }

  /** Selects an option by its text. */
  public void choose(String css, String option) {
    send(css, option, Keys.TAB);
  }

  /** Sets the size of the window in pixels. */
  public void resize(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** Sets the size of the page in pixels, even below the smallest window. */
  public void viewport(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Whether the user prefers dark mode. */
  public void dark(boolean dark) {
    prefer("prefers-color-scheme", dark ? "dark" : "light");
  }

  /** Whether pages look as on paper. */
  public void print(boolean paper) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia", Map.of("media", paper ? "print" : "screen"));
  }

  /** The user has colours of their own in place of those of pages. */
  public void forceColours() {
    prefer("forced-colors", "active");
  }

  private void prefer(String feature, String value) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", feature, "value", value))));
  }

  /** The value of a cookie of this page. */
  public String cookie(String name) {
    return driver.manage().getCookieNamed(name).getValue();
  }

  /** Forgets a cookie of this page. */
  public void forgetCookie(String name) {
    driver.manage().deleteCookieNamed(name);
  }

  /** Memory of the page after a garbage collection, e.g. {@code Nodes} and its JavaScript heap. */
  public Map<String, Double> metrics() {
    driver.executeCdpCommand("Performance.enable", Map.of());
    driver.executeCdpCommand("HeapProfiler.collectGarbage", Map.of());
    Map<String, Double> metrics = new HashMap<>();
    Object told = driver.executeCdpCommand("Performance.getMetrics", Map.of()).get("metrics");
    for (Object metric : (List<?>) told) {
      Map<?, ?> pair = (Map<?, ?>) metric;
      metrics.put((String) pair.get("name"), ((Number) pair.get("value")).doubleValue());
    }
    return metrics;
  }

  /** A picture for people to look at, if they asked for such: {@link Settings#screenshots}. */
  public void screenshot(String name) throws IOException {
    if (Settings.screenshots()) {
      picture(name);
    }
  }

  /** Saves a picture of the page: {@code scenarios/<server>/screenshots}. */
  public Path picture(String name) throws IOException {
    Path folder = Files.createDirectories(Settings.work().resolve("screenshots"));
    return Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
