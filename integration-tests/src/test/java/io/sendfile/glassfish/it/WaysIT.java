package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.MethodTrace;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The types that a hand-off meets are few, and are those that {@code ways.txt} lists. */
@Release
@InContainer
class WaysIT extends Scenario {
  private static final Path LISTS = Path.of("ways.txt");

  private static final Path SMALL = TestFiles.settled("way-small.bin", 1 << 10);
  private static final Path LARGE = TestFiles.settled("way-large.bin", 100 << 20);

  /** Number of downloads, in one of which types that depend on the moment are met. */
  private static final int DOWNLOADS = 5;

  /** Types that the settings of earlier scenarios may add, such as a listener's memory. */
  private static final int FEW = 5;

  /** With {@code -Dways.write=true} the lists are written anew. */
  @Test
  void typesOnTheWayAreThoseOfTheLists() throws Exception {
    // The usual server has no such bundle.
    server.command("set-sendfile-plugin", "--enabled", "false", "digests");
    downloads(SMALL, 50);
    downloads(LARGE, 2);
    Set<String> small = null;
    Set<String> large = new TreeSet<>();
    try (MethodTrace trace = new MethodTrace(server.probe().number("process.id"))) {
      for (int i = 0; i < DOWNLOADS; i++) {
        downloads(SMALL, 1);
        Set<String> met = trace.types();
        small = small == null || met.size() < small.size() ? met : small;
      }
      for (int i = 0; i < DOWNLOADS; i++) {
        downloads(LARGE, 1);
        large.addAll(trace.types());
      }
    }
    server.command("delete-sendfile-plugin", "digests");
    large.removeAll(small);
    if (Boolean.getBoolean("ways.write")) {
      Files.writeString(
          LISTS,
          "A small one meets %d: %s.\n\nOne of 100 MB meets %d more: %s.\n"
              .formatted(
                  small.size(), String.join(", ", small), large.size(), String.join(", ", large)));
    }
    String lists = Files.readString(LISTS);

    small.removeAll(types(lists.split("\n\n", -1)[0]));
    assertThat(small).as("of a small hand-off, not listed").hasSizeLessThan(FEW);
    large.removeAll(types(lists));
    assertThat(large).as("of a large one, not listed").hasSizeLessThan(FEW);
  }

  /** On one connection, as usual. */
  private void downloads(Path file, int count) throws IOException {
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      for (int i = 0; i < count; i++) {
        connection.ask(Play.steps(sendfile(file))).hasStatus(200).isFile(file);
      }
    }
  }

  private static Set<String> types(String lists) {
    return new TreeSet<>(List.of(lists.split("\\W+", -1)));
  }
}
