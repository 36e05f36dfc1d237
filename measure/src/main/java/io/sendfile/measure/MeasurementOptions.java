package io.sendfile.measure;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.glassfish.admin.RefusedException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of a measurement.
 *
 * @param time of each variant, situation and round
 * @param rounds number of measurements of each
 * @param algorithms to be compared
 * @param bufferPolicies to be compared
 */
record MeasurementOptions(
    Duration time, int rounds, List<String> algorithms, List<String> bufferPolicies) {
  private static final BigDecimal LEAST = new BigDecimal("0.2");
  private static final BigDecimal MOST = BigDecimal.TEN;
  private static final int MOST_ROUNDS = 10;

  /**
   * Parses the options. Without any names, all are compared; names of one kind alone leave the
   * other kind out.
   *
   * @throws RefusedException naming the faulty option
   */
  static MeasurementOptions of(
      String seconds, int rounds, String algorithms, String bufferPolicies, KnownNames known)
      throws RefusedException {
    Duration time = time(seconds);
    if (rounds < 1 || rounds > MOST_ROUNDS) {
      throw new RefusedException(
          "rounds must be a number from 1 to " + MOST_ROUNDS + " (found \"" + rounds + "\")");
    }
    if (algorithms.isBlank() && bufferPolicies.isBlank()) {
      return new MeasurementOptions(time, rounds, known.algorithms(), known.bufferPolicies());
    }
    return new MeasurementOptions(
        time,
        rounds,
        names("algorithms", algorithms, known.algorithms()),
        names("buffer-policies", bufferPolicies, known.bufferPolicies()));
  }

  private static Duration time(String seconds) throws RefusedException {
    BigDecimal number = number(seconds);
    if (number == null || number.compareTo(LEAST) < 0 || number.compareTo(MOST) > 0) {
      throw new RefusedException(
          "seconds must be a number from "
              + LEAST
              + " to "
              + MOST
              + " (found \""
              + seconds
              + "\")");
    }
    return Duration.ofMillis(number.movePointRight(3).longValue());
  }

  private static @Nullable BigDecimal number(String text) {
    try {
      return new BigDecimal(text.trim());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static List<String> names(String option, String given, List<String> known)
      throws RefusedException {
    List<String> names =
        Arrays.stream(given.split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new RefusedException(
            option
                + " must be names of "
                + String.join(", ", known)
                + ", separated by commas (found \""
                + name
                + "\")");
      }
    }
    return names;
  }
}
