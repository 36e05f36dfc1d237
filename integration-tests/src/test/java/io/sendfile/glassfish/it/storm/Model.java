package io.sendfile.glassfish.it.storm;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Expected content and effect of domain.xml after all changes so far. */
final class Model {
  private final Map<Node, Map<String, String>> written = new TreeMap<>();

  Model() {
    make(Node.CONFIG);
  }

  /** An element without attributes is significant, too. */
  void make(Node node) {
    written.computeIfAbsent(node, key -> new TreeMap<>());
  }

  void put(Node node, String attribute, String value) {
    written.computeIfAbsent(node, key -> new TreeMap<>()).put(attribute, value);
  }

  /** Restores the default, or the inherited value. */
  void forget(Node node, String attribute) {
    written.getOrDefault(node, new TreeMap<>()).remove(attribute);
  }

  void delete(Node node) {
    written.remove(node);
  }

  boolean has(Node node) {
    return written.containsKey(node);
  }

  /** The names of the elements of a kind. */
  List<String> names(Element element) {
    return written.keySet().stream()
        .filter(node -> node.element() == element)
        .map(Node::name)
        .toList();
  }

  /** The value in domain.xml, or the default; for a listener empty if inherited. */
  String value(Node node, Setting setting) {
    String value = written.getOrDefault(node, Map.of()).get(setting.attribute());
    String absent = node.element() == Element.LISTENER ? "" : setting.defaultValue();
    return value == null ? absent : value;
  }

  /** The effective value of a listener. */
  String inForce(String listener, Setting setting) {
    String own = value(Node.listener(listener), setting);
    return own.isEmpty() ? value(Node.CONFIG, setting) : own;
  }

  /** The effective algorithm of the module: the default if its plug-in is off. */
  String algorithm() {
    String wanted = value(Node.CONFIG, Setting.ALGORITHM);
    return isOff(wanted) ? Setting.ALGORITHM.defaultValue() : wanted;
  }

  /** Number of settings that name the plug-in although it is off, or what the server has not. */
  int problems() {
    long off =
        written.values().stream()
            .filter(attributes -> isOff(attributes.getOrDefault("algorithm", "")))
            .count();
    return (int) (off + names(Element.ROOT).stream().mapToLong(this::absent).sum());
  }

  private long absent(String root) {
    return Stream.of(Setting.ROOT_APPLICATIONS, Setting.ROOT_VIRTUAL_SERVERS)
        .flatMap(setting -> Stream.of(value(Node.root(root), setting).split(",")))
        .filter(name -> Values.ABSENT.contains(name.strip()))
        .count();
  }

  private boolean isOff(String algorithm) {
    return algorithm.equals(Values.PLUG_IN)
        && value(Node.plugIn(Values.PLUG_IN), Setting.PLUGIN_ENABLED).equalsIgnoreCase("false");
  }

  /** All significant settings, by element; equal for equivalent settings. */
  Map<Node, Map<String, String>> settings() {
    Map<Node, Map<String, String>> settings = new TreeMap<>();
    written.forEach(
        (node, attributes) -> {
          Map<String, String> telling = new TreeMap<>(attributes);
          telling.entrySet().removeIf(entry -> saysNothing(node, entry));
          settings.put(node, telling);
        });
    return settings;
  }

  private static boolean saysNothing(Node node, Map.Entry<String, String> attribute) {
    return attribute.getKey().equals("name")
        || (node.element() != Element.LISTENER
            && node.element().settings().stream()
                .anyMatch(
                    setting ->
                        setting.attribute().equals(attribute.getKey())
                            && setting.defaultValue().equals(attribute.getValue())));
  }
}
