package io.sendfile.operations.problems;

import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a root can serve files now. A root is configured whatever its state, since a share may be
 * mounted later.
 */
public enum RootState {
  /** A readable folder. */
  PRESENT("present", ""),
  /** No folder: its files lie in a store, whose plug-in tells its problems. */
  STORED("in a store", ""),
  /** No folder, and no store: the plug-in of its store is not there, or off. */
  UNSERVED(
      "in a store that no plug-in serves, so that requests get 503",
      "asadmin list-sendfile-plugins shows whether the plug-in of its store is installed, and its"
          + " state"),
  /** The path does not exist. */
  MISSING("missing", "the folder does not exist; create or mount it, no restart is needed"),
  /** The path is a file or something else. */
  NOT_A_FOLDER("not a folder", "give the path of a folder"),
  /** The marker file of the root is not in it. */
  NO_MARKER(
      "without its marker file, so that requests get 503",
      "mount its share, or change marker-file of the root"),
  /** The server's user may not read or enter it. */
  UNREADABLE("unreadable", "give the server's user read and execute permission"),
  /** Its file system fails, as a broken disk or a share that was lost does. */
  FAILING("failing", "check its disk, or its share and mount"),
  /** Its file system did not answer within a second; found by {@link RootChecks}. */
  NOT_ANSWERING(
      "not answering",
      "check that its share is reachable, and mount shares so that they fail rather than wait (NFS:"
          + " soft)"),
  /** The root of the file system. */
  WHOLE_FILE_SYSTEM(
      "present, but the whole file system, with keys and passwords", RootState.FILES_ONLY),
  /** Keys and passwords of a GlassFish domain could be sent. */
  HOLDS_A_DOMAIN(
      "present, but has the configuration of a GlassFish domain in it, with keys and passwords",
      RootState.FILES_ONLY),
  /** Programs and settings of deployed applications could be sent. */
  HOLDS_APPLICATIONS(
      "present, but has deployed applications in it, with their programs and settings",
      RootState.FILES_ONLY),
  /** Accounts, keys and processes of the system could be sent. */
  HOLDS_THE_SYSTEM(
      "present, but has /etc or /proc in it, with accounts, keys and processes of the system",
      RootState.FILES_ONLY),
  /** A user's own files could be sent. */
  HOLDS_A_HOME("present, but has the home of a user in it, with keys", RootState.FILES_ONLY);

  /** In place of the state of a root of other servers, which may have another folder there. */
  public static final String ELSEWHERE =
      "not checked here: asadmin list-sendfile-problems --target shows what its servers find";

  private static final String FILES_ONLY = "give a folder that has nothing but files to send";

  /** System property with the folder of this server, whose config is private. */
  private static final String INSTANCE_ROOT = "com.sun.aas.instanceRoot";

  private static final List<Path> SYSTEM = List.of(Path.of("/etc"), Path.of("/proc"));

  private static final List<Path> HOMES = List.of(Path.of("/home"), Path.of("/Users"));

  private final String state;
  private final String remedy;

  RootState(String state, String remedy) {
    this.state = state;
    this.remedy = remedy;
  }

  /**
   * The present state of this folder; touches the file system, which may not answer.
   *
   * @param marker file that must exist; null for none
   */
  static RootState of(Path folder, @Nullable Path marker) {
    if (marker != null && !Files.exists(marker)) {
      return NO_MARKER;
    }
    String instance = System.getProperty(INSTANCE_ROOT);
    return of(
        folder,
        instance == null ? null : Path.of(instance),
        Path.of(System.getProperty("user.home")));
  }

  static RootState of(Path folder, @Nullable Path instance, Path home) {
    try {
      if (!Files.readAttributes(folder, BasicFileAttributes.class).isDirectory()) {
        return NOT_A_FOLDER;
      }
    } catch (NoSuchFileException e) {
      return MISSING;
    } catch (AccessDeniedException e) {
      return UNREADABLE;
    } catch (IOException e) {
      // That a file is in a folder's place on the way is told by a message only.
      Path parent = folder.getParent();
      return parent != null && Files.isRegularFile(parent) ? MISSING : FAILING;
    }
    if (!Files.isReadable(folder) || !Files.isExecutable(folder)) {
      return UNREADABLE;
    }
    Path real = real(folder);
    if (real.getNameCount() == 0) {
      return WHOLE_FILE_SYSTEM;
    }
    if (holdsDomain(real, instance)) {
      return HOLDS_A_DOMAIN;
    }
    if (instance != null && shares(real, instance.resolve("applications"))) {
      return HOLDS_APPLICATIONS;
    }
    if (SYSTEM.stream().anyMatch(each -> shares(real, each))) {
      return HOLDS_THE_SYSTEM;
    }
    return holdsHome(real, real(home)) ? HOLDS_A_HOME : PRESENT;
  }

  /** Whether one of them lies in the other. */
  private static boolean shares(Path folder, Path other) {
    Path real = real(other);
    return real.startsWith(folder) || folder.startsWith(real);
  }

  /** Whether the folder contains a home; a folder within a home is the choice of its user. */
  private static boolean holdsHome(Path folder, Path home) {
    return home.startsWith(folder)
        || HOMES.stream().anyMatch(each -> each.equals(folder) || each.equals(folder.getParent()));
  }

  private static boolean holdsDomain(Path folder, @Nullable Path instance) {
    return (instance != null && shares(folder, instance.resolve("config")))
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

  /** Whether its files are sent, perhaps more of them than intended. */
  public boolean serves() {
    return this == PRESENT || this == STORED || exposes();
  }

  /** Whether it contains files that hardly anybody intends to send. */
  public boolean exposes() {
    return remedy.equals(FILES_ONLY);
  }

  /** The problem of this root; null if it has none. */
  public @Nullable Problem problem(String root) {
    return this == PRESENT || this == STORED
        ? null
        : new Problem(
            ProblemCode.ROOT,
            serves() ? Severity.WARNING : Severity.ERROR,
            "root " + root,
            state,
            remedy);
  }
}
