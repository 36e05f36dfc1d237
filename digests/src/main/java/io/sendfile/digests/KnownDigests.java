package io.sendfile.digests;

import io.sendfile.spi.FileDigests;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Table;
import io.sendfile.spi.SentFile;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
  private volatile @Nullable DigestParts use;

  /** The parts of one configuration; a share that hangs stops its own finder alone. */
  private static final class DigestParts {
    private final DigestSettings settings;
    private final DigestMemory memory;

    /** By the place where their share is mounted, the one for local files without. */
    private final Map<Optional<Path>, DigestFinder> finders = new ConcurrentHashMap<>();

    DigestParts(DigestSettings settings) {
      this.settings = settings;
      this.memory = new DigestMemory(settings, System::nanoTime, this::order);
    }

    private boolean order(DigestOrder order) {
      return finders
          .computeIfAbsent(
              Optional.ofNullable(order.file().share()),
              share -> new DigestFinder(settings, memory, System::nanoTime, InstantSource.system()))
          .offer(order);
    }
  }

  @Override
  public String name() {
    return "digests";
  }

  @Override
  public List<Property> properties() {
    return DigestSettings.PROPERTIES;
  }

  @Override
  public void check(Map<String, String> properties) {
    DigestSettings.of(properties);
  }

  /** Forgets what was known. docs/digests.md lists the properties. */
  @Override
  public synchronized boolean configure(Map<String, String> properties) {
    close();
    DigestParts now = new DigestParts(DigestSettings.of(properties));
    use = now;
    return now.settings.looks() || now.settings.storeChecksums();
  }

  @Override
  public @Nullable String reprDigest(SentFile file, Map<String, Integer> wanted) {
    DigestParts now = use;
    if (now == null) {
      return null;
    }
    Map<DigestAlgorithm, String> known = known(file, now);
    return known.isEmpty() ? null : new Preferences(wanted).choose(known);
  }

  private static Map<DigestAlgorithm, String> known(SentFile file, DigestParts use) {
    if (file.local() != null) {
      return use.settings.looks() ? use.memory.ask(file) : Map.of();
    }
    String told = file.sha256();
    return told != null && use.settings.storeChecksums() && DigestAlgorithm.SHA_256.isDigest(told)
        ? Map.of(DigestAlgorithm.SHA_256, told)
        : Map.of();
  }

  @Override
  public Panel panel() {
    DigestParts now = use;
    return now == null
        ? Panel.NONE
        : new Panel(
            now.memory.facts(),
            List.of(
                new Table(
                    "Files to compute digests of",
                    List.of("file"),
                    now.memory.toBeRead(),
                    List.of())),
            List.of());
  }

  /** Ends its threads; what is known is forgotten. */
  @Override
  public synchronized void close() {
    DigestParts last = use;
    use = null;
    if (last != null) {
      last.finders.values().forEach(DigestFinder::close);
    }
  }
}
