package io.sendfile.glassfish.monitoring;

import java.time.Instant;
import javax.management.j2ee.statistics.CountStatistic;
import javax.management.j2ee.statistics.RangeStatistic;
import javax.management.j2ee.statistics.Statistic;
import javax.management.j2ee.statistics.TimeStatistic;

/** JSR-77 statistics as values; the getters' names are those of the specification. */
final class Jsr77 {
  private Jsr77() {}

  /** Description of a statistic; times are epoch milliseconds. */
  record About(String name, String unit, String description, Instant since, Instant at) {}

  /** Getters common to all statistics. */
  private interface Described extends Statistic {
    About about();

    @Override
    default String getName() {
      return about().name();
    }

    @Override
    default String getUnit() {
      return about().unit();
    }

    @Override
    default String getDescription() {
      return about().description();
    }

    @Override
    default long getStartTime() {
      return about().since().toEpochMilli();
    }

    @Override
    default long getLastSampleTime() {
      return about().at().toEpochMilli();
    }
  }

  /** A count that only grows, until it is reset. */
  record Count(About about, long count) implements Described, CountStatistic {
    @Override
    public long getCount() {
      return count;
    }
  }

  /** A gauge: a value that goes up and down, from zero. */
  record Range(About about, long current, long highest) implements Described, RangeStatistic {
    @Override
    public long getCurrent() {
      return current;
    }

    @Override
    public long getHighWaterMark() {
      return highest;
    }

    @Override
    public long getLowWaterMark() {
      return 0;
    }
  }

  /** Times of that many events, in the reported unit. */
  record Time(About about, long count, long shortest, long longest, long total)
      implements Described, TimeStatistic {
    @Override
    public long getCount() {
      return count;
    }

    @Override
    public long getMinTime() {
      return shortest;
    }

    @Override
    public long getMaxTime() {
      return longest;
    }

    @Override
    public long getTotalTime() {
      return total;
    }
  }
}
