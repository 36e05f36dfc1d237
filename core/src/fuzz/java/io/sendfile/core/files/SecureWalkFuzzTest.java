package io.sendfile.core.files;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.core.files.OpenResult.NotOpened;
import io.sendfile.core.files.OpenResult.Opened;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files opened in a tree in which others rename, link and replace everything meanwhile. A file
 * tells in its content where it was made, so that whatever was opened is known for what it is:
 * nothing from outside of the root; nothing from the vault, a folder of the root that only links
 * lead to, where links are refused; and, where handles can be examined, always the file whose facts
 * were read.
 */
@Timeout(60)
class SecureWalkFuzzTest {
  private static final int OPENS = 600;
  private static final int NAMES = 3;
  private static final int FILE_BYTES = 40;
  private static final int MOST_YIELDS = 200;

  @TempDir Path temp;

  @SeededTest(fixed = 0)
  void nothingIsOpenedThatTheRootDoesNotAllow(SplittableRandom random) throws Exception {
    assertThat(NonBlockingOpen.available()).isTrue();
    new Tree(temp.toRealPath(), random).play();
  }

  /** As in a server whose JVM does not open packages of the JDK to the module. */
  @SeededTest(fixed = 0)
  void norWhereTheJvmAloneOpensFiles(SplittableRandom random) throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SecureWalkFuzzTest.class.getName(),
                temp.toRealPath().toString(),
                Long.toString(random.nextLong()))
            .redirectErrorStream(true)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), US_ASCII);
    assertThat(jvm.waitFor()).as(said).isZero();
  }

  /** With a folder and a seed. */
  public static void main(String[] arguments) throws Exception {
    assertThat(NonBlockingOpen.available()).isFalse();
    new Tree(Path.of(arguments[0]), new SplittableRandom(Long.parseLong(arguments[1]))).play();
  }

  private static final class Tree {
    private final SplittableRandom random;
    private final Path root;
    private final Path vault;
    private final Path outside;

    /** The place of new files, and of what is on its way. */
    private final Path aside;

    /** Identities of all files, by their contents. */
    private final Map<String, Object> made = new ConcurrentHashMap<>();

    private final AtomicInteger number = new AtomicInteger();
    private final AtomicLong steps = new AtomicLong();
    private volatile boolean over;

    /** The path that is opened just now. */
    private volatile String hot = "d0/e0/f0";

    private int opened;
    private int linked;

    Tree(Path base, SplittableRandom random) throws IOException {
      this.random = random;
      root = base.resolve("inside");
      vault = root.resolve("vault");
      outside = base.resolve("outside");
      aside = Files.createDirectories(base.resolve("aside"));
      for (Path of : List.of(root, vault, outside)) {
        for (int i = 0; i < NAMES * NAMES * NAMES; i++) {
          Path file =
              of.resolve("d" + i % NAMES + "/e" + i / NAMES % NAMES + "/f" + i / NAMES / NAMES);
          Files.createDirectories(file.getParent());
          make(file, of.getFileName().toString());
        }
      }
    }

    private static String path(SplittableRandom random) {
      return folder(random) + "/f" + random.nextInt(NAMES);
    }

    private static String folder(SplittableRandom random) {
      return "d" + random.nextInt(NAMES) + "/e" + random.nextInt(NAMES);
    }

    private Path fresh() {
      return aside.resolve("" + number.incrementAndGet());
    }

    private void make(Path file, String kind) throws IOException {
      String content = kind + ' ' + number.incrementAndGet() + ' ';
      content += ".".repeat(FILE_BYTES - content.length());
      Path fresh = Files.writeString(fresh(), content);
      Object key = Files.readAttributes(fresh, BasicFileAttributes.class).fileKey();
      made.put(content, Objects.requireNonNull(key));
      move(fresh, file);
    }

    private void move(Path from, Path to) throws IOException {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      steps.incrementAndGet();
    }

    void play() throws Exception {
      ExecutorService mover = Executors.newSingleThreadExecutor();
      try {
        SplittableRandom chance = random.split();
        Future<?> moving = mover.submit(() -> moveAll(chance));
        for (SymlinkPolicy policy : List.of(SymlinkPolicy.NONE, SymlinkPolicy.INSIDE_ROOT)) {
          for (int kept : new int[] {0, 100}) {
            openAll(policy, new OpenFiles(kept));
          }
        }
        over = true;
        moving.get();
      } finally {
        over = true;
        mover.shutdown();
      }
      assertThat(opened).as("files that were opened").isGreaterThan(OPENS / 10);
      assertThat(linked).as("links that were met").isGreaterThan(OPENS / 100);
      for (Path whole : List.of(vault, outside)) {
        try (Stream<Path> files = Files.walk(whole)) {
          assertThat(files.filter(Files::isRegularFile)).hasSize(NAMES * NAMES * NAMES);
        }
      }
    }

    private void openAll(SymlinkPolicy policy, OpenFiles openFiles) throws IOException {
      Root rules = new Root("r", root, policy, HiddenFiles.DEFAULT, true);
      Roots roots = Roots.of(List.of(rules), List.of(), openFiles);
      FileOpener opener = new FileOpener(true, checked -> letOthersMove(), Trace.NONE);
      for (int i = 0; i < OPENS; i++) {
        boolean deletable = policy == SymlinkPolicy.NONE && random.nextInt(10) == 0;
        hot = path(random);
        OpenResult result = opener.open(new Target.InRoot("r", hot), roots, deletable);
        if (result instanceof Opened found) {
          opened++;
          try (OpenFile file = found.file()) {
            look(file, policy);
            if (deletable) {
              file.closeDeleted(unlessItWasMoved -> {});
            }
          }
        } else if (result instanceof NotOpened refused
            && refused.reason() == RefusalReason.SYMLINK) {
          linked++;
        }
      }
      roots.close();
    }

    private void look(OpenFile file, SymlinkPolicy policy) throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(2 * FILE_BYTES);
      file.channel().read(bytes, 0);
      String content = new String(bytes.array(), 0, bytes.position(), US_ASCII);
      String kind = content.substring(0, content.indexOf(' '));
      assertThat(kind).isIn("inside", policy == SymlinkPolicy.NONE ? "inside" : "vault");
      if (NonBlockingOpen.available()) {
        assertThat(file.facts().key()).as(content).isEqualTo(made.get(content));
      }
    }

    private void moveAll(SplittableRandom chance) {
      while (!over) {
        try {
          move(chance);
        } catch (IOException e) {
          // The file was not there, or has just been deleted.
          continue;
        }
      }
    }

    /** A file has been checked, and is about to be opened. */
    private void letOthersMove() {
      long until = steps.get() + random.nextInt(4);
      for (int i = 0; i < MOST_YIELDS && steps.get() < until; i++) {
        Thread.yield();
      }
    }

    private void move(SplittableRandom chance) throws IOException {
      Path file = root.resolve(hot);
      Path folder = Objects.requireNonNull(file.getParent());
      switch (chance.nextInt(7)) {
        case 0 -> make(file, "inside");
        case 1 -> make(root.resolve(path(chance)), "inside");
        case 2 -> move(link(fresh(), file, chance), file);
        case 3 -> swap(file, folder.resolve("f" + chance.nextInt(NAMES)));
        case 4 -> swap(folder, root.resolve(folder(chance)));
        case 5 -> standIn(file, chance);
        default -> standIn(folder, chance);
      }
    }

    /** A link to what has the same path outside, or in the vault. */
    private Path link(Path entry, Path of, SplittableRandom chance) throws IOException {
      Path other = chance.nextBoolean() ? outside : vault;
      Files.createSymbolicLink(entry, other.resolve(root.relativize(of)));
      steps.incrementAndGet();
      return entry;
    }

    /** There and back. */
    private void swap(Path one, Path other) throws IOException {
      if (Files.exists(one, LinkOption.NOFOLLOW_LINKS)
          && Files.exists(other, LinkOption.NOFOLLOW_LINKS)
          && !one.equals(other)) {
        for (int i = 0; i < 2; i++) {
          Path way = fresh();
          move(one, way);
          move(other, one);
          move(way, other);
        }
      }
    }

    /** A link has the place of an entry for a moment. */
    private void standIn(Path entry, SplittableRandom chance) throws IOException {
      Path way = fresh();
      move(entry, way);
      link(entry, entry, chance);
      if (chance.nextBoolean()) {
        Thread.yield();
      }
      move(way, Files.isDirectory(way, LinkOption.NOFOLLOW_LINKS) ? gone(entry) : entry);
    }

    private Path gone(Path link) throws IOException {
      Files.delete(link);
      return link;
    }
  }
}
