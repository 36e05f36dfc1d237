package io.sendfile.glassfish.it.console;

import io.sendfile.glassfish.it.harness.Chromium;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Barriers for people who cannot see a page well, or have no mouse, as axe-core finds them. */
final class Axe {
  private static final String FINDINGS =
      """
      const done = arguments[arguments.length - 1];
      // Colours that still fade in are not those that people read.
      const still = document.getAnimations().map((animation) => animation.finished);
      Promise.allSettled(still)
        .then(() => axe.run(document, {resultTypes: ['violations']}))
        .then((result) => result.violations
          .filter((rule) => ['serious', 'critical'].includes(rule.impact) || rule.id === 'landmark-unique')
          .flatMap((rule) => rule.nodes.map(
            (node) => rule.id + ': ' + node.html + ' ' + node.failureSummary)))
        .then(done, (error) => done(['axe-core failed: ' + error]));
      """;

  private static final String SCRIPT = script();

  private Axe() {}

  private static String script() {
    try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Serious and critical barriers, and parts of the same name, in the browser's current document.
   */
  static List<String> findings(Chromium browser) {
    browser.run("if (!window.axe) {" + SCRIPT + "}");
    return ((List<?>) browser.runAsync(FINDINGS)).stream().map(String::valueOf).toList();
  }
}
