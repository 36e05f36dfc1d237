package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Congestion control of the connections that servers accept, which is a setting of the whole kernel
 * (tcp(7)). Most servers have cubic; bbr paces its segments, which costs more than all else.
 */
enum Congestion {
  /** The one that is set already. */
  SYSTEM,
  CUBIC,
  BBR;

  private static final Path SETTING = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");

  /** Both to be compared, cubic and bbr; the system's alone where it cannot be changed. */
  static List<Congestion> compared() {
    String before = inForce();
    try {
      for (Congestion each : List.of(CUBIC, BBR)) {
        set(each.label());
      }
      set(before);
      return List.of(CUBIC, BBR);
    } catch (IOException e) {
      System.err.println("The congestion control stays " + before + ": " + e.getMessage());
      return List.of(SYSTEM);
    }
  }

  /** Has connections to come use it while something runs. */
  <T> T during(Supplier<T> run) {
    if (this == SYSTEM) {
      return run.get();
    }
    String before = inForce();
    try {
      set(label());
      try {
        return run.get();
      } finally {
        set(before);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As shown behind a load. */
  String title() {
    return this == SYSTEM ? "" : ", " + label();
  }

  /** The name of the one in force. */
  static String inForce() {
    try {
      return Files.readString(SETTING, US_ASCII).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static void set(String label) throws IOException {
    Files.writeString(SETTING, label);
  }
}
