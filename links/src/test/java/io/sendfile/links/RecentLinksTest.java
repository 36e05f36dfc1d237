package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Denial;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Panel.Fact;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentLinksTest {
  private static final Denial EXPIRED = new Denial(DenialReason.EXPIRED, "");
  private static final Denial FORGED = new Denial(DenialReason.FORGED, "");

  private Instant now = Links.NOW;
  private final RecentLinks recent = new RecentLinks(() -> now);

  private Map<String, String> row(int index) {
    return recent.rows(id -> null).get(index);
  }

  @Test
  void linkIsListedFromItsMakingOn() {
    recent.made(Links.once(1));

    assertThat(row(0))
        .containsEntry("file", "media:films/a.mp4")
        .containsEntry("made", Links.NOW.toString())
        .containsEntry("expires", Links.EXPIRES.toString())
        .containsEntry("once only", "yes")
        .containsEntry("state", "valid")
        .containsEntry("requests", "0")
        .containsEntry("link", Links.id(1));
    assertThat(row(0).keySet()).containsExactlyElementsOf(RecentLinks.COLUMNS);
  }

  @Test
  void linkThatNobodyAskedForIsToldAndNotRemembered() {
    Link link = Links.to("films/b.mp4", "");
    assertThat(recent.row(link, id -> DenialReason.REVOKED))
        .containsEntry("file", "media:films/b.mp4")
        .containsEntry("made", "")
        .containsEntry("identity", "customer 7")
        .containsEntry("application", "shop")
        .containsEntry("state", "revoked")
        .containsEntry("requests", "0");
    assertThat(recent.rows(id -> null)).isEmpty();
    recent.asked(link, null);
    assertThat(recent.row(link, id -> null)).containsEntry("requests", "1");
  }

  @Test
  void lastAnswerIsTold() {
    recent.made(Links.once(1));
    recent.asked(Links.once(1), null);
    now = Links.EXPIRES;
    recent.asked(Links.once(1), EXPIRED);

    assertThat(row(0))
        .containsEntry("requests", "2")
        .containsEntry("last request", Links.EXPIRES.toString())
        .containsEntry("last answer", "expired")
        .containsEntry("state", "expired");
  }

  @Test
  void linkThatIsOverSaysWhy() {
    recent.made(Links.once(1));

    Map<String, String> revoked = recent.rows(id -> DenialReason.REVOKED).get(0);
    assertThat(revoked).containsEntry("state", "revoked");
    assertThat(RevokeSendfileLink.ACTION.fits(revoked)).isFalse();
    assertThat(RevokeSendfileLink.ACTION.fits(row(0))).isTrue();
  }

  @Test
  void refusalsAreCountedByReason() {
    recent.made(Links.once(1));
    recent.asked(Links.once(1), null);
    recent.asked(null, FORGED);
    recent.asked(null, FORGED);

    assertThat(recent.facts())
        .containsExactly(
            new Fact("Made here", "1"),
            new Fact("Requests answered", "1"),
            new Fact("Refused: forged", "2"));
    assertThat(recent.rows(id -> null)).hasSize(1);
  }

  @Test
  void linkThatWasAskedForLastComesFirstAndTheOldestGoes() {
    for (int i = 0; i <= RecentLinks.MOST; i++) {
      recent.made(Links.once(i));
    }
    recent.asked(Links.once(1), null);

    assertThat(recent.rows(id -> null)).hasSize(RecentLinks.MOST);
    assertThat(row(0)).containsEntry("link", Links.id(1));
    assertThat(recent.rows(id -> null)).noneMatch(row -> row.containsValue(Links.id(0)));
  }

  @Test
  void requestThatIsRefusedInTheEndIsCountedOnce() {
    recent.asked(Links.once(1), null);
    recent.refused(Links.once(1), "missing");

    assertThat(row(0)).containsEntry("requests", "1").containsEntry("last answer", "missing");
    assertThat(recent.facts())
        .containsExactly(
            new Fact("Made here", "0"),
            new Fact("Requests answered", "0"),
            new Fact("Refused: missing", "1"));
  }
}
