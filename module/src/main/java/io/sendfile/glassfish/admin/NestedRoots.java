package io.sendfile.glassfish.admin;

import io.sendfile.core.files.Root;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** Warnings about a root inside another one, or around one. */
final class NestedRoots {
  private NestedRoots() {}

  /**
   * One sentence for each other root that shares files with this one.
   *
   * @param answers whether the links in the path of a root can be resolved without a long wait
   */
  static List<String> notes(Root root, Collection<Root> all, Predicate<Root> answers) {
    List<String> notes = new ArrayList<>();
    Path folder = folder(root, answers);
    for (Root other : all) {
      Path otherFolder = folder(other, answers);
      if (other.name().equals(root.name())) {
        continue;
      }
      if (folder.equals(otherFolder)) {
        notes.add(
            String.format(
                "Note: root %s has the same folder; what one of them refuses, the other may send.",
                other.name()));
      } else if (folder.startsWith(otherFolder)) {
        notes.add(inside(root, other));
      } else if (otherFolder.startsWith(folder)) {
        notes.add(inside(other, root));
      }
    }
    return notes;
  }

  private static String inside(Root inner, Root outer) {
    return String.format(
        "Note: root %s lies in root %s. What lies in %s is %s's, also when it is asked for as %s:…",
        inner.name(), outer.name(), inner.path(), inner.name(), outer.name());
  }

  private static Path folder(Root root, Predicate<Root> answers) {
    if (!answers.test(root)) {
      return root.path();
    }
    try {
      return root.path().toRealPath();
    } catch (IOException e) {
      return root.path();
    }
  }
}
