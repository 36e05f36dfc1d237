package io.sendfile.core.engine;

import io.sendfile.core.files.Origin;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Sums of the large bodies that applications wrote themselves, by application and servlet:
 * candidates for a hand-off. Thread-safe.
 */
public final class CopiedBodies {
  /** Bytes of the smallest recorded body; for smaller ones a hand-off saves little. */
  public static final long LARGE = 64 << 10;

  /** Most servlets with a sum of their own; all others are summed up without a name. */
  static final int SERVLETS = 200;

  private static final BodySource OTHERS = new BodySource(Origin.UNKNOWN, "");

  private final Map<BodySource, BodySum> sums = new LinkedHashMap<>();

  /**
   * The writer of bodies.
   *
   * @param servlet its name; empty if it is unknown
   */
  public record BodySource(Origin origin, String servlet) {}

  /**
   * One body.
   *
   * @param path of the request, without its query
   * @param mediaType as the response has it; empty for none
   * @param heldNanos time that the writing thread spent on it; 0 if several threads wrote
   * @param cpuNanos processor time of that thread meanwhile; 0 if it is unknown
   */
  public record Copied(
      String path,
      String mediaType,
      WriterKind writer,
      long bytes,
      long heldNanos,
      long cpuNanos) {}

  /**
   * All bodies of one source.
   *
   * @param bodies their number
   * @param noFiles number of those that cannot come out of a file
   * @param bytes in all, without headers
   * @param heldNanos time that threads spent on them
   * @param cpuNanos processor time of these threads meanwhile
   * @param largest the largest of each of the three paths with the largest ones, those first that
   *     may come out of a file
   */
  public record BodySum(
      BodySource source,
      long bodies,
      long noFiles,
      long bytes,
      long heldNanos,
      long cpuNanos,
      List<Copied> largest) {
    private static final int PATHS = 3;

    private static final Comparator<Copied> FILES_FIRST =
        Comparator.comparing((Copied body) -> !body.writer.mayBeFile())
            .thenComparing(Comparator.comparingLong(Copied::bytes).reversed());

    private BodySum plus(Copied body) {
      return new BodySum(
          source,
          bodies + 1,
          noFiles + (body.writer.mayBeFile() ? 0 : 1),
          bytes + body.bytes,
          heldNanos + body.heldNanos,
          cpuNanos + body.cpuNanos,
          largestWith(body));
    }

    private List<Copied> largestWith(Copied body) {
      Set<String> paths = new HashSet<>();
      return Stream.concat(largest.stream(), Stream.of(body))
          .sorted(FILES_FIRST)
          .filter(one -> paths.add(one.path))
          .limit(PATHS)
          .toList();
    }
  }

  /** Adds a body. */
  public synchronized void add(BodySource source, Copied body) {
    BodySource known = sums.size() < SERVLETS || sums.containsKey(source) ? source : OTHERS;
    sums.put(
        known, sums.getOrDefault(known, new BodySum(known, 0, 0, 0, 0, 0, List.of())).plus(body));
  }

  /** The sums, most bytes first. */
  public synchronized List<BodySum> list() {
    return sums.values().stream()
        .sorted(Comparator.comparingLong(BodySum::bytes).reversed())
        .toList();
  }

  /** Forgets all. */
  public synchronized void clear() {
    sums.clear();
  }
}
