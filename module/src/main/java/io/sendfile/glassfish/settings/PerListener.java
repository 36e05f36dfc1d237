package io.sendfile.glassfish.settings;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Which settings a listener may have otherwise than all. */
public final class PerListener {
  /** Those of {@code <sendfile-config>} that {@code <sendfile-listener>} has too, in that order. */
  public static final Set<Setting> SETTINGS =
      Collections.unmodifiableSet(
          EnumSet.of(
              Setting.ENABLED,
              Setting.ALGORITHM,
              Setting.BURST_BYTES,
              Setting.WORKER_THREADS,
              Setting.RATE_BYTES_PER_SECOND,
              Setting.ZERO_COPY,
              Setting.BUFFER_POLICY,
              Setting.BUFFER_BYTES,
              Setting.SLAB_BYTES));

  private PerListener() {}
}
