package io.sendfile.glassfish.versions;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks before the first request whether a server has all classes and members that a part of the
 * module refers to: reads the class files of the part, and resolves their references. Takes some
 * tenths of a second; not used in known servers. Stateless.
 */
public final class LinkCheck {
  private static final String OURS = "io.sendfile.";

  private LinkCheck() {}

  /**
   * The references that the server cannot resolve, of these classes and of all classes of the
   * module that they refer to.
   *
   * @return in alphabetical order; empty if nothing is missing
   */
  public static Set<String> missing(Class<?>... roots) {
    Set<String> missing = new TreeSet<>();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    ClassLoader loader = roots[0].getClassLoader();
    for (Class<?> root : roots) {
      open.add(root.getName());
    }
    while (!open.isEmpty()) {
      String type = open.remove();
      if (!seen.add(type)) {
        continue;
      }
      for (Link link : links(type, loader)) {
        if (link.owner().startsWith(OURS)) {
          open.add(link.owner());
        } else if (!link.owner().startsWith("java.") && seen.add(link.toString())) {
          if (!link.resolves(loader)) {
            missing.add(link.toString());
          }
        }
      }
    }
    return missing;
  }

  private static Iterable<Link> links(String type, ClassLoader loader) {
    try (InputStream in = loader.getResourceAsStream(type.replace('.', '/') + ".class")) {
      return in == null ? Set.of(new Link(type, null, "")) : Links.of(in);
    } catch (IOException e) {
      return Set.of(new Link(type + " (" + e + ")", null, ""));
    }
  }
}
