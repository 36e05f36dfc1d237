package io.sendfile.glassfish.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/** A mounted file system whose calls hang or fail on demand: {@code share.c}, made once. */
public final class FaultyShare implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final Path content;
  private final Path control;
  private final Path mount;
  private final Command program;

  private FaultyShare(Path content, Path control, Path mount, Command program) {
    this.content = content;
    this.control = control;
    this.mount = mount;
    this.program = program;
  }

  /** Mounts one in a folder. */
  public static FaultyShare mountIn(Path folder) throws IOException {
    assumeTrue(Files.isWritable(Path.of("/dev/fuse")), "the machine has FUSE for this user");
    String tools = "cc --version && fusermount3 --version && pkg-config --exists fuse3";
    assumeTrue(
        Command.run(folder, "sh", "-c", tools).status() == 0, "what makes and mounts a share");
    Path content = Files.createDirectory(folder.resolve("content"));
    Path control = Files.createFile(folder.resolve("faults"));
    Path mount = Files.createDirectory(folder.resolve("share"));
    Command program =
        Command.start(
            folder, made().toString(), content.toString(), control.toString(), mount.toString());
    FaultyShare share = new FaultyShare(content, control, mount, program);
    Await.until(() -> "a mount; " + share.output(), SOON, share::isMounted);
    return share;
  }

  private static Path made() throws IOException {
    Path program = Settings.work().resolve("share");
    Path source = Settings.work().resolve("share.c");
    byte[] text;
    try (InputStream in = FaultyShare.class.getResourceAsStream("share.c")) {
      text = Objects.requireNonNull(in).readAllBytes();
    }
    if (Files.notExists(program) || !Arrays.equals(Files.readAllBytes(source), text)) {
      Files.write(source, text);
      String make = "cc -O2 -Wall -Werror -o \"$0\" \"$1\" $(pkg-config --cflags --libs fuse3)";
      Command.run(Settings.work(), "sh", "-c", make, program.toString(), source.toString())
          .succeeded();
    }
    return program;
  }

  private boolean isMounted() throws IOException {
    return Files.readString(Path.of("/proc/self/mounts")).contains(" " + mount + " fuse");
  }

  private String output() {
    try {
      return program.output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** The mounted folder. */
  public Path folder() {
    return mount;
  }

  /** Puts a file on it. */
  public Path file(String name, byte[] bytes) throws IOException {
    return Files.write(content.resolve(name), bytes);
  }

  /** Lets calls hang or fail from now on, by lines as in {@code stat hang}; empty for none. */
  public void obeys(String faults) throws IOException {
    Path next = Files.writeString(control.resolveSibling("next"), faults);
    Files.move(next, control, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Unmounts it, which fails while a file or folder of it is open. */
  public Command.Outcome unmount() throws IOException {
    return Command.run(mount.getParent(), "fusermount3", "-u", mount.toString());
  }

  @Override
  public void close() throws IOException {
    obeys("");
    if (isMounted()) {
      Command.run(mount.getParent(), "fusermount3", "-u", "-z", mount.toString());
    }
    program.close();
  }
}
