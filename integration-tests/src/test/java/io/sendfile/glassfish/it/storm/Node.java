package io.sendfile.glassfish.it.storm;

import io.sendfile.core.settings.Element;
import java.util.Arrays;
import java.util.Comparator;

/**
 * An element of {@code <sendfile-config>}, or that itself.
 *
 * @param name its key; empty for {@code <sendfile-config>}
 */
record Node(Element element, String name) implements Comparable<Node> {
  /** The element with the module's own settings. */
  static final Node CONFIG = new Node(Element.CONFIG, "");

  private static final Comparator<Node> ORDER =
      Comparator.comparing(Node::element).thenComparing(Node::name);

  static Node of(String tag, String name) {
    return Arrays.stream(Element.values())
        .filter(element -> element.tag().equals(tag))
        .map(element -> new Node(element, name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no element " + tag));
  }

  static Node root(String name) {
    return new Node(Element.ROOT, name);
  }

  static Node listener(String name) {
    return new Node(Element.LISTENER, name);
  }

  static Node plugIn(String name) {
    return new Node(Element.PLUGIN, name);
  }

  /** Its name for {@code asadmin get} and {@code set}. */
  String dotted() {
    String config = "configs.config.server-config.sendfile-config";
    return name.isEmpty() ? config : config + "." + element.tag() + "." + name;
  }

  /** Its REST address. */
  String resource() {
    String config = "configs/config/server-config/sendfile-config";
    return name.isEmpty() ? config : config + "/" + element.tag() + "/" + name;
  }

  @Override
  public int compareTo(Node other) {
    return ORDER.compare(this, other);
  }
}
