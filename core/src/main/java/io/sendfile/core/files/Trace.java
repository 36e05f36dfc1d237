package io.sendfile.core.files;

import java.nio.file.Path;
import java.util.List;

/** Observes the steps to a file; for explanations. All paths are unescaped. */
public interface Trace {
  /** Observes nothing. */
  Trace NONE = new Trace() {};

  /** The root of a target, and its elements below that; repeated for each try. */
  default void located(Root root, List<String> elements) {}

  /** A root that the walk has entered: it decides from there on. */
  default void entered(Root root) {}

  /** A symbolic link allowed by the policy of the root. */
  default void followed(Path link, Path target) {}
}
