package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.files.Origin;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums of the large bodies that applications wrote themselves, by application and servlet:
 * candidates for a hand-off. Thread-safe.
 */
public final class CopiedBodies {
  /** Bytes of the smallest recorded body; for smaller ones a hand-off saves little. */
  public static final long LARGE = 64 << 10;

  /** Most servlets with a sum of their own; all others are summed up without a name. */
  static final int SERVLETS = 200;

  private static final Source OTHERS = new Source(Origin.UNKNOWN, "");

  private final Map<Source, Sum> sums = new LinkedHashMap<>();

  /**
   * The writer of bodies.
   *
   * @param servlet its name; empty if it is unknown
   */
  public record Source(Origin origin, String servlet) {}

  /**
   * One body.
   *
   * @param path of the request, without its query
   * @param mediaType as the response has it; empty for none
   * @param heldNanos time that the writing thread spent on it; 0 if several threads wrote
   * @param cpuNanos processor time of that thread meanwhile; 0 if it is unknown
   */
  public record Copied(String path, String mediaType, long bytes, long heldNanos, long cpuNanos) {}

  /**
   * All bodies of one source.
   *
   * @param bodies their number
   * @param bytes in all, without headers
   * @param heldNanos time that threads spent on them
   * @param cpuNanos processor time of these threads meanwhile
   * @param last the last one
   */
  public record Sum(
      Source source, long bodies, long bytes, long heldNanos, long cpuNanos, Copied last) {
    private Sum plus(Copied body) {
      return new Sum(
          source,
          bodies + 1,
          bytes + body.bytes,
          heldNanos + body.heldNanos,
          cpuNanos + body.cpuNanos,
          body);
    }
  }

  /** Adds a body. */
  public synchronized void add(Source source, Copied body) {
    Source known = sums.size() < SERVLETS || sums.containsKey(source) ? source : OTHERS;
    sums.put(known, sums.getOrDefault(known, new Sum(known, 0, 0, 0, 0, body)).plus(body));
  }

  /** The sums, most bytes first. */
  public synchronized List<Sum> list() {
    return sums.values().stream().sorted(Comparator.comparingLong(Sum::bytes).reversed()).toList();
  }

  /** Forgets all. */
  public synchronized void clear() {
    sums.clear();
  }
}
