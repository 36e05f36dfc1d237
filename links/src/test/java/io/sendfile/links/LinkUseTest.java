package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.PathResolver.Denial;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkUseTest {
  private static Delivered part(long start, long end) {
    return new Delivered("\"v 1\"", 100, List.of(new Span(start, end)));
  }

  private static final Delivered WHOLE = part(0, 100);
  private static final Delivered NOTHING = new Delivered("\"v 1\"", 100, List.of());

  /** As the next process reads it. */
  private static LinkUse afterDeath(LinkUse use) {
    return LinkUse.read(use.text());
  }

  private static void assertDenied(LinkUse use, Delivered planned, boolean forGood) {
    assertThat(use.denial(planned)).isNotNull().extracting(Denial::forGood).isEqualTo(forGood);
  }

  @Test
  void isOverWhenAllWasDelivered() {
    LinkUse use = LinkUse.NONE.begin(WHOLE).end(WHOLE, WHOLE);
    assertThat(use.over()).isTrue();
    assertDenied(use, WHOLE, true);
    assertDenied(use, part(50, 60), true);
  }

  @Test
  void goesOnAfterAnAbortInAnyWayUntilItIsComplete() {
    LinkUse use = LinkUse.NONE.begin(WHOLE).end(WHOLE, part(0, 60));
    assertThat(use.denial(WHOLE)).isNull();
    assertThat(use.denial(part(40, 100))).isNull();
    use = use.begin(part(40, 100)).end(part(40, 100), part(40, 100));
    assertThat(use.over()).isTrue();
  }

  @Test
  void partsAreAddedUp() {
    LinkUse use = LinkUse.NONE;
    for (long at : new long[] {75, 0, 50, 25}) {
      assertThat(use.denial(part(at, at + 25))).isNull();
      use = use.begin(part(at, at + 25)).end(part(at, at + 25), part(at, at + 25));
    }
    assertThat(use.over()).isTrue();
  }

  /** As a connection that has gone without a word, or a second client. */
  @Test
  void isResumedButNotBegunAgainWhileItIsSent() {
    LinkUse use = LinkUse.NONE.begin(WHOLE);
    assertDenied(use, WHOLE, false);
    assertDenied(use, part(0, 1), false);
    assertDenied(use, part(50, 60), false);
    assertThat(use.denial(part(30, 100))).isNull();
    use = use.begin(part(30, 100));
    use = use.end(WHOLE, part(0, 45));
    use = use.end(part(30, 100), part(30, 100));
    assertThat(use.over()).isTrue();
  }

  @Test
  void isResumedButNotBegunAgainAfterTheDeathOfTheServer() {
    LinkUse use = afterDeath(LinkUse.NONE.begin(WHOLE));
    assertDenied(use, WHOLE, true);
    assertDenied(use, part(0, 50), true);
    assertDenied(use, part(50, 60), true);
    assertThat(use.denial(part(1, 100))).isNull();

    LinkUse resumed = use.begin(part(70, 100));
    assertThat(resumed.end(part(70, 100), part(70, 100)).over()).isTrue();

    LinkUse cutAgain = resumed.end(part(70, 100), part(70, 80));
    assertThat(cutAgain.over()).isFalse();
    assertThat(cutAgain.denial(part(80, 100))).isNull();
    assertThat(cutAgain.begin(part(80, 100)).end(part(80, 100), part(80, 100)).over()).isTrue();
    assertDenied(afterDeath(resumed), part(70, 100), true);
    assertThat(afterDeath(resumed).denial(part(71, 100))).isNull();
  }

  @Test
  void partsThatTheDeathOfTheServerCutAreResumedEach() {
    LinkUse use = LinkUse.NONE;
    for (long at = 0; at < 100; at += 25) {
      use = use.begin(part(at, at + 25));
    }
    use = afterDeath(use);
    for (long at = 0; at < 100; at += 25) {
      assertThat(use.over()).isFalse();
      assertThat(use.denial(part(at + 9, at + 25))).isNull();
      use = use.begin(part(at + 9, at + 25)).end(part(at + 9, at + 25), part(at + 9, at + 25));
    }
    assertThat(use.over()).isTrue();
  }

  @Test
  void nothingSentLeavesItUnused() {
    LinkUse use = LinkUse.NONE.begin(WHOLE).end(WHOLE, NOTHING);
    assertThat(use.denial(WHOLE)).isNull();
    assertThat(afterDeath(use).denial(WHOLE)).isNull();
  }

  @Test
  void anotherVersionOfTheFileIsDeliveredAnew() {
    Delivered other = new Delivered("\"v 2\"", 100, List.of(new Span(0, 100)));
    LinkUse use = LinkUse.NONE.begin(WHOLE).end(WHOLE, part(0, 60));
    assertThat(use.denial(other)).isNull();
    use = use.begin(other);
    assertThat(use.end(WHOLE, WHOLE)).as("of the old version").isEqualTo(use);
    assertThat(use.end(other, other).over()).isTrue();
  }

  @Test
  void tagThatBecomesStrongIsOfTheSameVersion() {
    Delivered weak = new Delivered("W/\"v 1\"", 100, List.of(new Span(0, 100)));
    LinkUse use = LinkUse.NONE.begin(weak);
    assertDenied(use, WHOLE, false);
    assertThat(use.end(weak, weak).over()).isTrue();
  }

  @Test
  void piecesAreBounded() {
    LinkUse use = LinkUse.NONE;
    Delivered piece = null;
    for (int i = 0; i <= LinkUse.MOST_PIECES; i++) {
      piece = new Delivered("", 10_000, List.of(new Span(2L * i, 2L * i + 1)));
      assertThat(use.denial(piece)).isNull();
      use = use.begin(piece).end(piece, piece);
    }
    assertDenied(use, piece, true);
  }

  @ParameterizedTest
  @CsvSource({"over", "'= -1 = ='", "'=%22v+1%22 100 =0-60,70-80 =80-90,90-100'"})
  void textIsReadAsItWasWritten(String text) {
    assertThat(LinkUse.read(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ov", "= 1 =", "= x = =", "= 1 =5 =", "= 1 = =7", "=%zz 1 = ="})
  void otherTextIsRefused(String text) {
    assertThatThrownBy(() -> LinkUse.read(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
