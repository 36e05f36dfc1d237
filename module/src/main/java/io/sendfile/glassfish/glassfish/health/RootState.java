package io.sendfile.glassfish.glassfish.health;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether a root can serve files now. A root is kept whatever its state: a share may come later.
 */
public enum RootState {
  /** A folder that can be read. */
  PRESENT("present"),
  /** Nothing there. */
  MISSING("missing: the folder does not exist; create or mount it, no restart is needed"),
  /** A file or something else. */
  NOT_A_FOLDER("not a folder: give the path of a folder"),
  /** The server's user may not read or enter it. */
  UNREADABLE("unreadable: give the server's user read and execute permission");

  private final String label;

  RootState(String label) {
    this.label = label;
  }

  /** The state of this folder now; touches the file system. */
  public static RootState of(Path folder) {
    if (!Files.exists(folder)) {
      return MISSING;
    }
    if (!Files.isDirectory(folder)) {
      return NOT_A_FOLDER;
    }
    return Files.isReadable(folder) && Files.isExecutable(folder) ? PRESENT : UNREADABLE;
  }

  /** The state, and what to do about it, in words. */
  public String label() {
    return label;
  }
}
