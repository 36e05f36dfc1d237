package io.sendfile.operations.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class KeptRowsTest {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.journal");

  /**
   * Words as rows, of which one takes its time to be written, as on a disk that does not answer.
   */
  private static final class SlowWords implements KeptRows.Form<String> {
    static final String SLOW = "slow";

    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch answers = new CountDownLatch(1);

    @Override
    public Object kind(String row) {
      return "word";
    }

    @Override
    public String write(String row) {
      if (row.equals(SLOW)) {
        begun.countDown();
        try {
          answers.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return row;
    }

    @Override
    public String read(String line) {
      return line;
    }
  }

  @TempDir Path temp;

  @Test
  void rowsAreReadWhileTheDiskDoesNotAnswer() throws Exception {
    SlowWords words = new SlowWords();
    DiskWriter writer = DiskWriter.thread("slow-disk", 0, "the words", LOG);
    Losses losses = new Losses("words", Severity.WARNING, Losses.DISK, LOG, System::nanoTime);
    KeptRows<String> rows = new KeptRows<>(words);
    rows.keep(10);
    rows.open(temp.resolve("words"), losses, none -> {}, writer);
    rows.add("first");
    rows.flush();
    rows.add(SlowWords.SLOW);
    assertThat(words.begun.await(20, TimeUnit.SECONDS)).isTrue();
    try {
      assertThat(CompletableFuture.supplyAsync(rows::all).get(20, TimeUnit.SECONDS))
          .containsExactly("first", SlowWords.SLOW);
      assertThat(CompletableFuture.supplyAsync(rows::state).get(20, TimeUnit.SECONDS))
          .isEqualTo("2 remembered");
    } finally {
      words.answers.countDown();
      rows.close();
      writer.close();
    }
  }
}
