package io.sendfile.spi;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The bytes of a transfer by steps of its time, from its begin on.
 *
 * @param stepMillis length of a step
 * @param bytes that were sent in each step; none of a transfer that is no longer than the shortest
 *     step
 */
public record Profile(long stepMillis, List<Long> bytes) {
  /** That of a short transfer. */
  public static final Profile NONE = new Profile(0, List.of());

  public Profile {
    bytes = List.copyOf(bytes);
    if (stepMillis < 0 || bytes.stream().anyMatch(each -> each < 0)) {
      throw new IllegalArgumentException("steps and bytes are never negative");
    }
  }

  /** All numbers between blanks, the step first. */
  public String text() {
    return Stream.concat(Stream.of(stepMillis), bytes.stream())
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  /**
   * Parses {@link #text}.
   *
   * @throws IllegalArgumentException for any other
   */
  public static Profile parse(String text) {
    List<Long> all = Stream.of(text.split(" ", -1)).map(Long::valueOf).toList();
    return new Profile(all.get(0), all.subList(1, all.size()));
  }
}
