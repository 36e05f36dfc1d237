package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.time.DateTimeException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Paths of requests, before a signature is checked, and what is read of stores. */
class LinkFuzzTest extends FuzzTarget {
  private static final String OLD = "a=another " + Links.SECRET;
  private static final LinkSettings SETTINGS = settings("b=" + Links.SECRET + "," + OLD);
  private static final LinkSettings BEFORE = settings(OLD);

  private static LinkSettings settings(String keys) {
    return LinkSettings.read(Map.of("keys", keys));
  }

  @Override
  protected boolean check(byte[] input) {
    String text = text(input);
    Link asked = SETTINGS.owns(text) ? SETTINGS.parse(text) : null;
    if (asked != null) {
      assertThat(text).as("of one spelling").isIn(SETTINGS.format(asked), BEFORE.format(asked));
    }
    Link terms = terms(text);
    if (terms != null) {
      assertThat(Link.read(terms.id(), terms.lines())).isEqualTo(terms);
      assertThat(SETTINGS.parse(SETTINGS.format(terms))).isEqualTo(terms);
    }
    LinkUse use = LinkUse.read(text);
    assertThat(LinkUse.read(use.text())).isEqualTo(use);
    assertThat(use.sentBytes()).isNotNegative();
    assertThat(use.allows(200 - use.sentBytes() + 1, 100, 0)).as("twice its bytes").isFalse();
    return asked != null || terms != null || !use.over();
  }

  private static @Nullable Link terms(String text) {
    try {
      return Link.read(Links.id(1), text);
    } catch (IllegalArgumentException | DateTimeException e) {
      return null;
    }
  }
}
