package io.sendfile.digests;

import io.sendfile.core.threads.CleanThreads;
import io.sendfile.spi.FileDigests;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/**
 * Digests of files that are known already: a response never waits for one. The first request for a
 * file has it looked for, and later ones have the field. Thread-safe.
 */
@Service
@Singleton
@ContractsProvided(FileDigests.class)
public final class KnownDigests implements FileDigests {
  /** Null while it is closed, or its properties are wrong. */
  private volatile @Nullable Use use;

  /**
   * Collaborators made by one configuration.
   *
   * @param finder null if files on this machine are not looked at
   * @param thread that of the finder
   */
  private record Use(
      DigestSettings settings, @Nullable DigestFinder finder, @Nullable Thread thread) {}

  /** One that is closed until it is {@linkplain #configure configured}. */
  public KnownDigests() {}

  @Override
  public String name() {
    return "digests";
  }

  @Override
  public Set<String> properties() {
    return DigestSettings.NAMES;
  }

  @Override
  public void check(Map<String, String> properties) {
    DigestSettings.of(properties);
  }

  /** Forgets what was known. docs/digests.md lists the properties. */
  @Override
  public synchronized boolean configure(Map<String, String> properties) {
    close();
    DigestSettings settings = DigestSettings.of(properties);
    if (!settings.looks()) {
      use = new Use(settings, null, null);
      return settings.storeChecksums();
    }
    DigestFinder finder = new DigestFinder(settings, System::nanoTime, InstantSource.system());
    Thread thread = CleanThreads.make(() -> behindOthers(finder));
    thread.start();
    use = new Use(settings, finder, thread);
    return true;
  }

  /** Only a hint: what bounds the cost is the rate. */
  @SuppressWarnings("ThreadPriorityCheck")
  private static Thread behindOthers(DigestFinder finder) {
    Thread made = new Thread(finder, "sendfile-digests");
    made.setPriority(Thread.MIN_PRIORITY);
    return made;
  }

  @Override
  public @Nullable String reprDigest(SentFile file, List<String> wanted) {
    Use now = use;
    if (now == null) {
      return null;
    }
    Map<DigestAlgorithm, String> known = known(file, now);
    return known.isEmpty() ? null : Preferences.of(wanted).choose(known);
  }

  private static Map<DigestAlgorithm, String> known(SentFile file, Use use) {
    if (file.local() != null) {
      return use.finder() == null ? Map.of() : use.finder().memory().ask(file);
    }
    String told = file.sha256();
    return told != null && use.settings().storeChecksums() && DigestAlgorithm.SHA_256.isDigest(told)
        ? Map.of(DigestAlgorithm.SHA_256, told)
        : Map.of();
  }

  /** Ends its thread; what is known is forgotten. */
  @Override
  public synchronized void close() {
    Use last = use;
    use = null;
    if (last != null && last.thread() != null) {
      last.thread().interrupt();
    }
  }
}
