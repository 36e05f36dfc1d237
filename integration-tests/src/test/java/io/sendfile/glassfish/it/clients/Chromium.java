package io.sendfile.glassfish.it.clients;

import io.sendfile.glassfish.it.harness.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Chromium without a window, with nothing but what it asks the server for. */
final class Chromium implements AutoCloseable {
  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts it; what it downloads goes to {@code downloads}, all else below {@code folder}. */
  static Chromium start(Path folder, Path downloads) throws IOException {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program("chromium").toFile());
    options.setAcceptInsecureCerts(true);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--no-proxy-server",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--autoplay-policy=no-user-gesture-required",
        "--user-data-dir=" + Files.createDirectories(folder.resolve("profile")));
    options.setExperimentalOption(
        "prefs",
        Map.of(
            "download.default_directory",
            Files.createDirectories(downloads).toString(),
            "download.prompt_for_download",
            false));
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

  void open(String uri) {
    driver.get(uri);
  }

  /** Runs JavaScript in the page; what it returns. */
  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** The value of a JavaScript expression that is a number. */
  double number(String expression) {
    return ((Number) run("return " + expression)).doubleValue();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
