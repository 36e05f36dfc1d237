package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes that a page costs on the wire. */
@Timeout(240)
class ResourcesIT extends ConsoleScenario {
  private static final int MOST_BYTES = 1_800_000;

  /** Names and transferred bytes of the page and of all that it loads. */
  private static final String LOADED =
      """
      return performance.getEntries()
          .filter(({entryType, initiatorType}) => ['navigation', 'resource'].includes(entryType)
              && initiatorType !== 'fetch' && initiatorType !== 'xmlhttprequest')
          .map(({name, transferSize}) => [name, transferSize]);
      """;

  private List<?> load() {
    browser.open("about:blank");
    console.own("now.xhtml");
    console.awaitText("#clock", ":");
    return (List<?>) browser.run(LOADED);
  }

  private static long bytes(List<?> loaded) {
    return loaded.stream().mapToLong(each -> ((Number) ((List<?>) each).get(1)).longValue()).sum();
  }

  @Test
  void resourcesOfAPageAreLoadedOnce() {
    console.own("now.xhtml");
    browser.forgetCache();
    List<?> cold = load();
    assertThat(bytes(cold))
        .as(() -> "bytes of a cold load: " + cold)
        .isBetween(100_000L, (long) MOST_BYTES);

    List<?> warm = load();
    assertThat(bytes(warm)).as(() -> "bytes of a warm load: " + warm).isLessThan(100_000);
    for (Object each : warm.subList(1, warm.size())) {
      assertThat(((List<?>) each).get(1)).as("from the cache: " + each).isEqualTo(0L);
    }
  }
}
