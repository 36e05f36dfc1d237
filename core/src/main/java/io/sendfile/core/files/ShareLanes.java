package io.sendfile.core.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The lanes of all shares. Thread-safe. */
final class ShareLanes {
  /** The lanes of this JVM. Its patience releases request threads within a second. */
  static final ShareLanes COMMON = new ShareLanes(Duration.ofMillis(800), System::nanoTime);

  private final Duration patience;
  private final LongSupplier nanoTime;
  private final Map<Path, ShareLane> lanes = new ConcurrentHashMap<>();

  /**
   * @param patience bound of the wait of who opens a file
   */
  ShareLanes(Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /**
   * The lane of a share.
   *
   * @param place where it is mounted
   */
  ShareLane of(Path place) {
    return lanes.computeIfAbsent(place, mount -> new ShareLane(mount, patience, nanoTime));
  }

  /** Names of the roots with files that were read or opened, and do not answer. */
  Set<String> silentRoots() {
    Set<String> names = ConcurrentHashMap.newKeySet();
    for (ShareLane lane : lanes.values()) {
      if (lane.isStuck()) {
        names.addAll(lane.roots());
      }
    }
    return names;
  }
}
