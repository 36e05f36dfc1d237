package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.filter.AcknowledgedEnd.Pace;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcknowledgedEndTest {
  private static final Span FIRST = new Span(10, 20);
  private static final Span SECOND = new Span(50, 80);

  private static List<Span> without(long bytes) {
    return AcknowledgedEnd.without(new Delivered("", 100, List.of(FIRST, SECOND)), bytes).spans();
  }

  private static Pace seen(long... left) {
    Pace pace = new Pace(0);
    for (int i = 0; i < left.length; i++) {
      pace.saw(left[i], i * 10L);
    }
    return pace;
  }

  @Test
  void lastBytesAreLeftOut() {
    assertThat(without(0)).containsExactly(FIRST, SECOND);
    assertThat(without(1)).containsExactly(FIRST, new Span(50, 79));
    assertThat(without(30)).containsExactly(FIRST);
    assertThat(without(31)).containsExactly(new Span(10, 19));
    assertThat(without(1000)).isEmpty();
  }

  @Test
  void clientThatHangsUpLacksWhatItCannotHaveGotInTheMeantime() {
    assertThat(seen(1000, 900).lacking(20)).isEqualTo(900);
    assertThat(seen(1000, 1000).lacking(20)).isEqualTo(1000);
  }

  @Test
  void clientThatHangsUpOnItsLastBytesMayHaveAll() {
    assertThat(seen(300, 200).lacking(20)).isZero();
    assertThat(seen(1000, 900).lacking(100)).as("after a long look away").isZero();
  }

  @Test
  void clientOfWhichNothingIsKnownMayHaveAll() {
    assertThat(seen().lacking(10)).isZero();
    assertThat(seen(1000).lacking(10)).isZero();
  }

  @Test
  void clientMovesWhenItAcknowledges() {
    assertThat(seen(1000, 1000, 900, 900).movedNanos()).isEqualTo(20);
  }
}
