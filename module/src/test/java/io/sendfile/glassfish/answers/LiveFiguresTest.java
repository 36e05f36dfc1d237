package io.sendfile.glassfish.answers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.records.Records;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.glassfish.answers.LiveFigures.Buffers;
import io.sendfile.operations.history.Load;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Missed;
import io.sendfile.operations.history.Point;
import io.sendfile.operations.history.Use;
import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveFiguresTest {
  private static final Instant TIME = Instant.parse("2026-11-24T10:00:00Z");

  /** A server that has sent one download. */
  private static LiveFigures server(String policy, long bytes, long maxBytes) {
    Statistics stats = new Statistics(() -> TIME);
    StatsRecorder recorder = stats.listener("clear").root("media");
    recorder.add(Figure.STARTED, 1);
    recorder.sent(bytes, 0);
    recorder.firstByte(1_000_000);
    recorder.finished(Outcome.COMPLETED, bytes, 2_000_000);
    StatsSnapshot now = stats.snapshot();
    return new LiveFigures(
        new LimitUsage(1, 4, 2, 100, 0, 10, 64, maxBytes),
        new Load(1, 2, new Use(3, 100), new Use(4, 0), new Use(5, 6), new Use(7, maxBytes)),
        now,
        Map.of("clear", stats.ofListener("clear")),
        Map.of("media", stats.ofRoot("media")),
        Map.of("clear", new Buffers(policy, new BufferFigures(1, 2, 3, 4, 5, 6, 7))),
        List.of(
            new Point(
                TIME.toEpochMilli(),
                7,
                2,
                1,
                now.counts().firstByteNanos(),
                new Missed(1.25, 0, 3))),
        List.of(new Mark(TIME, Mark.Kind.DEPLOYED, "admin", "shop")));
  }

  @Test
  void figuresComeThroughAsTheyAre() {
    LiveFigures figures = server("heap", 500, Limits.NONE);

    assertThat(Records.read(LiveFigures.class, Records.write(figures))).contains(figures);
  }

  @Test
  void figuresOfServersAreAdded() {
    LiveFigures sum =
        LiveFigures.together(
            Map.of("one", server("heap", 500, 1000), "two", server("direct", 700, 2000)));

    assertThat(Figure.BYTES.of(sum.totals())).isEqualTo(1200);
    assertThat(Figure.BYTES.of(sum.listeners().get("clear"))).isEqualTo(1200);
    assertThat(Figure.BYTES.of(sum.roots().get("media"))).isEqualTo(1200);
    assertThat(sum.limits()).isEqualTo(new LimitUsage(2, 8, 4, 200, 0, 20, 128, 3000));
    assertThat(sum.peaks())
        .isEqualTo(
            new Load(2, 4, new Use(6, 200), new Use(8, 0), new Use(10, 12), new Use(14, 3000)));
    assertThat(sum.buffers().get("clear").policy()).contains("heap", "direct");
    assertThat(sum.buffers().get("clear").figures())
        .isEqualTo(new BufferFigures(2, 4, 6, 8, 10, 12, 14));
    assertThat(sum.points()).singleElement().extracting(Point::rate).isEqualTo(14L);
  }

  @Test
  void marksNameTheirServer() {
    LiveFigures sum =
        LiveFigures.together(Map.of("one", server("heap", 1, 1), "two", server("heap", 1, 1)));

    assertThat(sum.marks())
        .extracting(Mark::text)
        .containsExactlyInAnyOrder("one: shop", "two: shop");
  }

  @Test
  void memoryWithoutALimitOnOneServerHasNone() {
    LiveFigures sum =
        LiveFigures.together(
            Map.of("one", server("heap", 1, 1000), "two", server("heap", 1, Limits.NONE)));

    assertThat(sum.limits().maxBytes()).isEqualTo(Limits.NONE);
  }
}
