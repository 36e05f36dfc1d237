package io.sendfile.operations.ended;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.operations.ended.RefusedHandOff.Group;
import io.sendfile.operations.journal.KeptRows;
import io.sendfile.operations.journal.ManualWriter;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refusals are kept as ended transfers are, whose tests prove the file. */
class RefusedHandOffTest {
  private static final int MOST = 10;

  @TempDir Path folder;

  private static RefusedHandOff refused(int second, String reason, String client) {
    return new RefusedHandOff(
        Instant.parse("2026-11-24T02:00:00.120Z").plusSeconds(second),
        reason,
        404,
        "shop",
        "server",
        client,
        "X-Sendfile: 'media:a\\tb'",
        "no\tsuch file\n",
        "");
  }

  private KeptRows<RefusedHandOff> start(ManualWriter writer) {
    KeptRows<RefusedHandOff> rows = new KeptRows<>(RefusedHandOff.FORM);
    rows.keep(MOST);
    Losses losses =
        new Losses("refusals", Severity.WARNING, "", Logger.getLogger("test"), System::nanoTime);
    rows.open(folder.resolve("refused"), losses, none -> {}, writer);
    return rows;
  }

  @Test
  void stormOfOneReasonLeavesTheFewOfOthersAlsoAfterARestart() {
    KeptRows<RefusedHandOff> rows = start(new ManualWriter());
    List<RefusedHandOff> rare = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      rare.add(refused(i, "hidden", "192.0.2.1"));
    }
    rare.forEach(rows::add);
    for (int i = 10; i < 100; i++) {
      rows.add(refused(i, "missing", "192.0.2.2"));
    }
    List<RefusedHandOff> all = rows.all();
    assertThat(all).hasSize(MOST).containsAll(rare).endsWith(refused(99, "missing", "192.0.2.2"));
    rows.close();
    KeptRows<RefusedHandOff> next = start(new ManualWriter());
    assertThat(next.all()).isEqualTo(all);
    next.close();
  }

  @Test
  void thoseWithTheSameReasonValueAndClientAreAGroup() {
    List<Group> groups =
        RefusedHandOff.groups(
            List.of(
                refused(1, "missing", "192.0.2.1"),
                refused(2, "missing", "192.0.2.2"),
                refused(3, "hidden", "192.0.2.1"),
                refused(4, "missing", "192.0.2.1")));
    assertThat(groups)
        .extracting(Group::number, group -> group.last().reason(), group -> group.last().client())
        .containsExactly(
            tuple(1, "missing", "192.0.2.2"),
            tuple(1, "hidden", "192.0.2.1"),
            tuple(2, "missing", "192.0.2.1"));
    assertThat(groups.get(2).row())
        .containsEntry("first", "2026-11-24T02:00:01.120Z")
        .containsEntry("time", "2026-11-24T02:00:04.120Z")
        .containsEntry("number", "2")
        .containsEntry("file", "media:a\\tb")
        .containsEntry("detail", "no\tsuch file\n");
  }

  @Test
  void otherTextIsNoRefusal() {
    for (String line : List.of("", "time=x", "time=2026-11-24T02:00:00Z\treason=missing")) {
      assertThatIllegalArgumentException().isThrownBy(() -> RefusedHandOff.FORM.read(line));
    }
  }
}
