package io.sendfile.glassfish.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Presence;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.spi.Outcome;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.glassfish.external.statistics.Statistic;
import org.glassfish.gmbal.ManagedAttribute;
import org.junit.jupiter.api.Test;

class ListenerFiguresTest {
  private final Statistics stats = new Statistics(() -> Instant.ofEpochMilli(1234));
  private final StatsRecorder media = stats.listener("clear").root("media");

  /** Names in {@code asadmin get -m} agree with those elsewhere. */
  @Test
  void namesFiguresForGlassFishAsInTheTable() throws ReflectiveOperationException {
    media.sent(5, 4);
    media.firstByte(1);
    media.finished(Outcome.COMPLETED, 9, 1);
    media.entered(Presence.ACTIVE);
    ListenerFigures figures = new ListenerFigures(() -> stats.ofListener("clear"));
    List<String> labels = Arrays.stream(Figure.values()).map(Figure::label).toList();

    for (Method method : ListenerFigures.class.getMethods()) {
      ManagedAttribute attribute = method.getAnnotation(ManagedAttribute.class);
      if (attribute != null) {
        Statistic statistic = (Statistic) method.invoke(figures);
        assertThat(statistic.getName()).isEqualTo(attribute.id()).isIn(labels);
        assertThat(statistic.getUnit()).isNotEmpty();
        assertThat(statistic.getDescription()).isNotEmpty();
      }
    }
    assertThat(figures.getBytes().getCount()).isEqualTo(9);
    assertThat(figures.getActive().getCurrent()).isEqualTo(1);
  }
}
