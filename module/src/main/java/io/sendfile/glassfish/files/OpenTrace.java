package io.sendfile.glassfish.files;

import java.nio.file.Path;
import java.util.List;

/** Is told on which way a file is found; for explanations. All paths are as they are. */
public interface OpenTrace {
  /** Nobody listens. */
  OpenTrace NONE = new OpenTrace() {};

  /** Which root a target lies in, and its elements below that; told anew when it is tried anew. */
  default void located(Root root, List<String> elements) {}

  /** A root that the way has led into: it decides from there on. */
  default void entered(Root root) {}

  /** A symbolic link that the policy of the root allows. */
  default void followed(Path link, Path target) {}
}
