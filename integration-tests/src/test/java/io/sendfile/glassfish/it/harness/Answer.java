package io.sendfile.glassfish.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A response as a client saw it.
 *
 * @param headers name and value, in the order received
 * @param start the first bytes of the body, at most {@link BodyWatcher#KEPT}
 * @param length of the whole body, bytes
 * @param digest SHA-256 of the whole body
 */
public record Answer(int status, List<Header> headers, byte[] start, long length, String digest) {
  /** One header field. */
  public record Header(String name, String value) {}

  private static final List<String> HAND_OFF_PREFIXES =
      List.of("x-sendfile", "x-accel-", "x-lighttpd-", "x-archive-");

  /** All values of a header. */
  public List<String> all(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .toList();
  }

  /** The one value of a header, or null. */
  public @Nullable String header(String name) {
    List<String> values = all(name);
    assertThat(values).as("values of %s in %s", name, headers).hasSizeLessThan(2);
    return values.isEmpty() ? null : values.get(0);
  }

  /** The body, which must be short. */
  public String text() {
    assertThat(length).isEqualTo(start.length);
    return new String(start, StandardCharsets.UTF_8);
  }

  /** Checks that the body is exactly this file, and that no private detail leaked. */
  public Answer isFile(Path file) {
    try {
      assertThat(length)
          .as("length of the body, status %d, %s", status, headers)
          .isEqualTo(Files.size(file));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    assertThat(digest).isEqualTo(TestFiles.digest(file));
    return leaksNothing();
  }

  /** Checks the status. */
  public Answer hasStatus(int expected) {
    assertThat(status).as("status; %s", headers).isEqualTo(expected);
    return this;
  }

  /** Checks that no hand-off header and no private path reached the client. */
  public Answer leaksNothing() {
    String folder = TestFiles.folder().toString();
    for (Header header : headers) {
      String name = header.name().toLowerCase(Locale.ROOT);
      assertThat(HAND_OFF_PREFIXES).as(header.toString()).noneMatch(name::startsWith);
      assertThat(header.value()).doesNotContain(folder);
    }
    if (length == start.length) {
      assertThat(text()).doesNotContain(folder);
    }
    return this;
  }
}
