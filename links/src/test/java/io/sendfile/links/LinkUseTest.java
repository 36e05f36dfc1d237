package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkUseTest {
  private static final long SIZE = 100;

  private static LinkUse ended(LinkUse use, long start, long end) {
    Delivered part = Links.part(start, end, SIZE);
    return use.begun(part).ended(part, end - start);
  }

  @Test
  void partsAddUpToTheWhole() {
    LinkUse use = ended(ended(LinkUse.NONE, 0, 60), 50, 99);
    assertThat(use.over()).isFalse();
    assertThat(use.sentBytes()).isEqualTo(109);
    assertThat(ended(use, 99, 100)).isEqualTo(LinkUse.OVER);
  }

  @Test
  void twiceItsBytesAreAllowed() {
    LinkUse use = ended(ended(LinkUse.NONE, 0, 99), 0, 90);
    assertThat(use.allows(11, SIZE, 0)).isTrue();
    assertThat(use.allows(12, SIZE, 0)).isFalse();
    assertThat(use.allows(1, SIZE, 11)).isFalse();
    assertThat(LinkUse.OVER.allows(0, SIZE, 0)).isFalse();
  }

  @Test
  void anotherVersionIsDeliveredAnewButWhatWasSentCounts() {
    LinkUse use = ended(LinkUse.NONE, 0, 60);
    Delivered other = new Delivered("\"w\"", SIZE, List.of(new Span(60, 100)));
    LinkUse next = use.begun(other).ended(other, 40);
    assertThat(next.over()).isFalse();
    assertThat(next.sentBytes()).isEqualTo(100);
    assertThat(next.delivered().text()).isEqualTo("60-100");
    assertThat(next.ended(Links.part(0, 100, SIZE), 100).over()).as("of the old one").isFalse();
  }

  @Test
  void tagThatLosesItsWeaknessIsTheSameVersion() {
    Delivered weak = new Delivered("W/\"v\"", SIZE, List.of(new Span(0, 50)));
    assertThat(ended(LinkUse.NONE.begun(weak).ended(weak, 50), 50, 100).over()).isTrue();
  }

  @Test
  void deadServerHasSentAllThatRan() {
    LinkUse use = ended(LinkUse.NONE, 0, 60).charged(40);
    assertThat(use.sentBytes()).isEqualTo(100);
    assertThat(LinkUse.read(use.text())).isEqualTo(use);
    assertThat(LinkUse.OVER.charged(40)).isEqualTo(LinkUse.OVER);
  }

  @Test
  void smallestOfManyPiecesAreForgotten() {
    LinkUse use = LinkUse.NONE;
    List<Span> spans = new ArrayList<>();
    for (long i = 0; i < 2000; i++) {
      spans.add(new Span(Long.MAX_VALUE / 2 + 100 * i, Long.MAX_VALUE / 2 + 100 * i + 1 + i % 90));
    }
    Delivered parts = new Delivered("\"v\"", Long.MAX_VALUE, spans);
    use = use.begun(parts).ended(parts, 2000);
    assertThat(use.delivered().count()).isEqualTo(LinkUse.MOST_PIECES);
    assertThat(use.text().length()).isLessThanOrEqualTo(4000);
    assertThat(LinkUse.read(use.text())).isEqualTo(use);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1 2",
        "x a 0-1",
        "1 x 0-1",
        "1 a 5",
        "1 a 5-1",
        "-1 a 0-1",
        "9223372036854775807 a 0-1",
        "revoked",
        "-"
      })
  void unreadableUseIsOver(String text) {
    assertThat(LinkUse.read(text)).isEqualTo(LinkUse.OVER);
  }
}
