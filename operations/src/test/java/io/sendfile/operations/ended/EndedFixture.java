package io.sendfile.operations.ended;

import static io.sendfile.operations.ended.EndedRows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.operations.journal.ManualWriter;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The ended transfers of a server that can be stopped and started again. */
abstract class EndedFixture {
  static final int MOST = 10;

  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.ended");

  @TempDir Path temp;
  Path folder;
  final List<EndedTransfer> died = new ArrayList<>();
  final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  ManualWriter writer = new ManualWriter();
  EndedTransfers ended = new EndedTransfers(InstantSource.system(), 0);

  private int kills;

  @BeforeEach
  final void startFirst() {
    folder = temp.resolve("sendfile/ended");
    start(MOST);
  }

  @AfterEach
  final void stop() {
    ended.close();
    assertThat(writer.isClosed()).isTrue();
  }

  final void start(int most) {
    writer = new ManualWriter();
    ended = new EndedTransfers(InstantSource.system(), most);
    ended.open(folder, temp, died::add, nanos::get, writer);
  }

  final void restart() {
    restart(MOST);
  }

  final void restart(int most) {
    stop();
    start(most);
  }

  final List<EndedTransfer> add(int from, int to, Outcome outcome) {
    List<EndedTransfer> added = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      added.add(row(i, outcome));
      ended.add(row(i, outcome));
    }
    return added;
  }

  /** As a kill does: another server finds the files as they are now. */
  final void kill() throws IOException {
    Path copy = Files.createDirectories(temp.resolve("copy-" + ++kills));
    Files.copy(file(), copy.resolve("journal"));
    stop();
    folder = copy;
    start(MOST);
  }

  final List<EndedTransfer> all() {
    return ended.find(EndedFilter.ALL);
  }

  final Path file() {
    return folder.resolve("journal");
  }

  final long lines() throws IOException {
    return Files.readAllLines(file()).size();
  }
}
