package io.sendfile.s3;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has buckets asked that no request asks about, as nobody may want a file that is not in the cache:
 * so one is seen to fail, and to answer again. Thread-safe.
 */
final class BucketWatch {
  private final BucketCalls buckets;
  private final Consumer<ObjectAddress> look;
  private final ScheduledExecutorService timer;
  private final Duration pause;
  private @Nullable Future<?> looks;
  private boolean ended;

  /**
   * @param look looks for an object, without waiting
   * @param pause between two looks at a bucket
   */
  BucketWatch(
      BucketCalls buckets,
      Consumer<ObjectAddress> look,
      ScheduledExecutorService timer,
      Duration pause) {
    this.buckets = buckets;
    this.look = look;
    this.timer = timer;
    this.pause = pause;
  }

  /** A file is wanted: from the first one on there is something to watch. */
  synchronized void wanted(ObjectAddress object) {
    buckets.wanted(object);
    if (looks == null && !ended) {
      looks =
          timer.scheduleWithFixedDelay(
              () -> buckets.unasked(pause).forEach(look),
              pause.toMillis(),
              pause.toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  /** No bucket is asked any more. */
  synchronized void end() {
    ended = true;
    if (looks != null) {
      looks.cancel(false);
    }
  }
}
