package io.sendfile.glassfish.plugins;

import io.sendfile.glassfish.spi.Problem;
import io.sendfile.glassfish.spi.Problem.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Whether a root can serve files now. A root stays whatever its state: a share may be mounted
 * later.
 */
public enum RootState {
  /** A readable folder. */
  PRESENT("present", ""),
  /** The path does not exist. */
  MISSING("missing", "the folder does not exist; create or mount it, no restart is needed"),
  /** The path is a file or something else. */
  NOT_A_FOLDER("not a folder", "give the path of a folder"),
  /** The server's user may not read or enter it. */
  UNREADABLE("unreadable", "give the server's user read and execute permission"),
  /** Its file system did not tell within a second; the package {@code problems} finds that out. */
  NOT_ANSWERING(
      "not answering",
      "look whether its share is there, and mount shares so that they fail rather than wait (NFS:"
          + " soft)"),
  /** The root of the file system. */
  WHOLE_FILE_SYSTEM(
      "present, but the whole file system, with keys and passwords", RootState.FILES_ONLY),
  /** Keys and passwords of a GlassFish domain could be sent. */
  HOLDS_A_DOMAIN(
      "present, but has the configuration of a GlassFish domain in it, with keys and passwords",
      RootState.FILES_ONLY);

  private static final String FILES_ONLY = "give a folder that has nothing but files to send";

  /** System property with the folder of this server, whose config is private. */
  private static final String INSTANCE_ROOT = "com.sun.aas.instanceRoot";

  private final String state;
  private final String remedy;

  RootState(String state, String remedy) {
    this.state = state;
    this.remedy = remedy;
  }

  /** The present state of this folder; touches the file system. */
  public static RootState of(Path folder) {
    String instance = System.getProperty(INSTANCE_ROOT);
    return of(folder, instance == null ? null : Path.of(instance));
  }

  static RootState of(Path folder, @Nullable Path instance) {
    if (!Files.exists(folder)) {
      return MISSING;
    }
    if (!Files.isDirectory(folder)) {
      return NOT_A_FOLDER;
    }
    if (!Files.isReadable(folder) || !Files.isExecutable(folder)) {
      return UNREADABLE;
    }
    Path real = real(folder);
    if (real.getNameCount() == 0) {
      return WHOLE_FILE_SYSTEM;
    }
    return holdsDomain(real, instance) ? HOLDS_A_DOMAIN : PRESENT;
  }

  private static boolean holdsDomain(Path folder, @Nullable Path instance) {
    Path config = instance == null ? null : real(instance.resolve("config"));
    boolean own = config != null && (config.startsWith(folder) || folder.startsWith(config));
    return own
        || Files.exists(folder.resolve("domain.xml"))
        || Files.exists(folder.resolve("config").resolve("domain.xml"));
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }

  /** The state with its remedy, in words. */
  public String label() {
    return remedy.isEmpty() ? state : state + ": " + remedy;
  }

  /** Whether its files are sent, though they may be more than they should. */
  public boolean serves() {
    return this == PRESENT || this == WHOLE_FILE_SYSTEM || this == HOLDS_A_DOMAIN;
  }

  /** The problem of this root; null if it has none. */
  public @Nullable Problem problem(String root) {
    return this == PRESENT
        ? null
        : new Problem(
            "root", serves() ? Severity.WARNING : Severity.ERROR, "root " + root, state, remedy);
  }
}
