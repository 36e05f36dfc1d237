package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.PathResolver.Denial;
import java.util.List;
import java.util.function.Predicate;
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

  private static final Predicate<String> ALIVE = response -> true;
  private static final Predicate<String> DEAD = response -> false;

  private static void assertDenied(
      LinkUse use, Delivered planned, Predicate<String> runs, boolean forGood) {
    assertThat(use.denial(planned, runs))
        .isNotNull()
        .extracting(Denial::forGood)
        .isEqualTo(forGood);
  }

  @Test
  void isOverWhenAllWasDelivered() {
    LinkUse use = LinkUse.NONE.begin(WHOLE, "a.1", ALIVE).end("a.1", WHOLE);
    assertThat(use.over()).isTrue();
    assertDenied(use, WHOLE, ALIVE, true);
    assertDenied(use, part(50, 60), ALIVE, true);
  }

  @Test
  void goesOnAfterAnAbortInAnyWayUntilItIsComplete() {
    LinkUse use = LinkUse.NONE.begin(WHOLE, "a.1", ALIVE).end("a.1", part(0, 60));
    assertThat(use.denial(WHOLE, ALIVE)).isNull();
    assertThat(use.denial(part(40, 100), ALIVE)).isNull();
    use = use.begin(part(40, 100), "a.2", ALIVE).end("a.2", part(40, 100));
    assertThat(use.over()).isTrue();
  }

  @Test
  void partsAreAddedUp() {
    LinkUse use = LinkUse.NONE;
    for (long at : new long[] {75, 0, 50, 25}) {
      assertThat(use.denial(part(at, at + 25), ALIVE)).isNull();
      use = use.begin(part(at, at + 25), "a." + at, ALIVE).end("a." + at, part(at, at + 25));
    }
    assertThat(use.over()).isTrue();
  }

  /** As a connection that has gone without a word, or a second client. */
  @Test
  void isResumedButNotBegunAgainWhileItIsSent() {
    LinkUse use = LinkUse.NONE.begin(WHOLE, "a.1", ALIVE);
    assertDenied(use, WHOLE, ALIVE, false);
    assertDenied(use, part(0, 1), ALIVE, false);
    assertDenied(use, part(50, 60), ALIVE, false);
    assertThat(use.denial(part(30, 100), ALIVE)).isNull();
    use = use.begin(part(30, 100), "b.1", ALIVE);
    use = use.end("a.1", part(0, 45));
    use = use.end("b.1", part(30, 100));
    assertThat(use.over()).isTrue();
  }

  @Test
  void isResumedButNotBegunAgainAfterTheDeathOfTheServer() {
    LinkUse use = LinkUse.NONE.begin(WHOLE, "a.1", ALIVE);
    assertDenied(use, WHOLE, DEAD, true);
    assertDenied(use, part(0, 50), DEAD, true);
    assertDenied(use, part(50, 60), DEAD, true);
    assertThat(use.denial(part(1, 100), DEAD)).isNull();

    LinkUse resumed = use.begin(part(70, 100), "b.1", DEAD);
    assertThat(resumed.end("b.1", part(70, 100)).over()).isTrue();

    LinkUse cutAgain = resumed.end("b.1", part(70, 80));
    assertThat(cutAgain.over()).isFalse();
    assertThat(cutAgain.denial(part(80, 100), ALIVE)).isNull();
    assertThat(cutAgain.begin(part(80, 100), "b.2", ALIVE).end("b.2", part(80, 100)).over())
        .isTrue();
    assertDenied(resumed, part(70, 100), DEAD, true);
    assertThat(resumed.denial(part(71, 100), DEAD)).isNull();
  }

  /** It was only slow to tell that it lives: what it has delivered counts all the same. */
  @Test
  void serverThatWasTakenForDeadAddsWhatItHasDelivered() {
    LinkUse use = LinkUse.NONE.begin(WHOLE, "a.1", ALIVE).begin(part(70, 100), "b.1", DEAD);
    use = use.end("b.1", part(70, 90));
    assertThat(use.end("a.1", WHOLE).over()).isTrue();
    assertThat(use.end("a.1", part(0, 80)).denial(WHOLE, ALIVE)).isNull();
  }

  @Test
  void partsThatTheDeathOfTheServerCutAreResumedEach() {
    LinkUse use = LinkUse.NONE;
    for (long at = 0; at < 100; at += 25) {
      use = use.begin(part(at, at + 25), "a." + at, ALIVE);
    }
    Predicate<String> alive = response -> response.startsWith("b");
    for (long at = 0; at < 100; at += 25) {
      Delivered rest = part(at + 9, at + 25);
      assertThat(use.over()).isFalse();
      assertThat(use.denial(rest, alive)).isNull();
      use = use.begin(rest, "b." + at, alive).end("b." + at, rest);
    }
    assertThat(use.over()).isTrue();
  }

  /** Of one response, though another has begun the same in the meantime. */
  @Test
  void endIsThatOfOneResponse() {
    LinkUse use = LinkUse.NONE.begin(WHOLE, "a.1", ALIVE).end("a.1", NOTHING);
    use = use.begin(WHOLE, "b.1", ALIVE);
    assertThat(use.end("a.1", NOTHING)).isEqualTo(use);
    assertDenied(use, WHOLE, ALIVE, false);
  }

  @Test
  void nothingSentLeavesItUnused() {
    LinkUse use = LinkUse.NONE.begin(WHOLE, "a.1", ALIVE).end("a.1", NOTHING);
    assertThat(use.denial(WHOLE, ALIVE)).isNull();
    assertThat(use.denial(WHOLE, DEAD)).isNull();
  }

  @Test
  void anotherVersionOfTheFileIsDeliveredAnew() {
    Delivered other = new Delivered("\"v 2\"", 100, List.of(new Span(0, 100)));
    LinkUse use = LinkUse.NONE.begin(WHOLE, "a.1", ALIVE).end("a.1", part(0, 60));
    assertThat(use.denial(other, ALIVE)).isNull();
    use = use.begin(other, "a.2", ALIVE);
    assertThat(use.end("a.1", WHOLE)).as("of the old version").isEqualTo(use);
    assertThat(use.end("a.2", other).over()).isTrue();
  }

  @Test
  void tagThatBecomesStrongIsOfTheSameVersion() {
    Delivered weak = new Delivered("W/\"v 1\"", 100, List.of(new Span(0, 100)));
    LinkUse use = LinkUse.NONE.begin(weak, "a.1", ALIVE);
    assertDenied(use, WHOLE, ALIVE, false);
    assertThat(use.end("a.1", weak).over()).isTrue();
  }

  @Test
  void piecesAreBounded() {
    LinkUse use = LinkUse.NONE;
    Delivered piece = null;
    for (int i = 0; i <= LinkUse.MOST_PIECES; i++) {
      piece = new Delivered("", 10_000, List.of(new Span(2L * i, 2L * i + 1)));
      assertThat(use.denial(piece, ALIVE)).isNull();
      use = use.begin(piece, "a." + i, ALIVE).end("a." + i, piece);
    }
    assertDenied(use, piece, ALIVE, true);
  }

  @ParameterizedTest
  @CsvSource({
    "over",
    "revoked",
    "'= -1 = ='",
    "'=%22v+1%22 100 =0-60,70-80 =80-90@3f.1,90-100@3f.2'"
  })
  void textIsReadAsItWasWritten(String text) {
    assertThat(LinkUse.read(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "ov", "= 1 =", "= x = =", "= 1 =5 =", "= 1 = =7", "= 1 = =7-8", "=%zz 1 = ="})
  void otherTextIsRefused(String text) {
    assertThatThrownBy(() -> LinkUse.read(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
