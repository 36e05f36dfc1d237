package io.sendfile.core.algorithm;

import io.sendfile.spi.SendAlgorithm;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Registry of algorithms by name: the module's own, and plug-ins. */
public final class Algorithms {
  /** Non-blocking, bursts by the client's speed, new transfers first. */
  public static final String ADAPTIVE = "adaptive";

  /** Blocking, multi-burst. */
  public static final String EQUAL_BLOCKING = "equal-blocking";

  /** Non-blocking, multi-burst. */
  public static final String EQUAL_NON_BLOCKING = "equal-non-blocking";

  /** Blocking, single-burst. */
  public static final String SIMPLE_BLOCKING = "simple-blocking";

  /**
   * Default burst in bytes. Few large calls cost the least CPU per byte; 2 MiB keeps a turn below a
   * few milliseconds (measured in docs/decisions/0001-own-workers.md).
   */
  public static final long DEFAULT_BURST_BYTES = 2L << 20;

  /**
   * Default length of blocking bursts: a client that has become writable takes about this much at
   * once, so that it seldom holds its worker.
   */
  static final long BLOCKING_BURST_BYTES = 256L << 10;

  private Algorithms() {}

  /** Names in configuration, the default first. */
  public static List<String> names() {
    return List.of(ADAPTIVE, EQUAL_BLOCKING, EQUAL_NON_BLOCKING, SIMPLE_BLOCKING);
  }

  /**
   * The built-in algorithm of that name.
   *
   * @param burstBytes bytes per turn, or 0 for the algorithm's own choice
   * @throws IllegalArgumentException if there is none of that name
   */
  public static SendAlgorithm of(String name, long burstBytes) {
    return of(name, burstBytes, Map.of(), failure -> {});
  }

  /**
   * The algorithm of that name, built-in or not. A plug-in cannot take the name of a built-in one;
   * whenever it throws, the default algorithm decides instead.
   *
   * @param burstBytes bytes per turn, or 0 for the algorithm's own choice; plug-ins choose always
   * @param plugIns algorithms of plug-ins, by name
   * @param onFailure receives each failure of a plug-in
   * @throws IllegalArgumentException if there is none of that name
   */
  public static SendAlgorithm of(
      String name,
      long burstBytes,
      Map<String, SendAlgorithm> plugIns,
      Consumer<Throwable> onFailure) {
    if (burstBytes < 0) {
      throw new IllegalArgumentException("burst-bytes must be at least 1, was " + burstBytes);
    }
    return switch (name) {
      case ADAPTIVE -> Adaptive.of(name, burstBytes);
      case EQUAL_BLOCKING ->
          new MultiBurst(name, burstBytes == 0 ? BLOCKING_BURST_BYTES : burstBytes, true);
      case EQUAL_NON_BLOCKING ->
          new MultiBurst(name, burstBytes == 0 ? DEFAULT_BURST_BYTES : burstBytes, false);
      case SIMPLE_BLOCKING -> new MultiBurst(name, MultiBurst.ANY, true);
      default -> {
        SendAlgorithm plugIn = plugIns.get(name);
        if (plugIn == null) {
          throw unknown(name, plugIns.keySet());
        }
        yield new GuardedAlgorithm(name, plugIn, Adaptive.of(ADAPTIVE, burstBytes), onFailure);
      }
    };
  }

  private static IllegalArgumentException unknown(String name, Set<String> plugIns) {
    String known =
        Stream.concat(names().stream(), plugIns.stream()).collect(Collectors.joining(", "));
    return new IllegalArgumentException("no algorithm is named '" + name + "'; known are " + known);
  }
}
