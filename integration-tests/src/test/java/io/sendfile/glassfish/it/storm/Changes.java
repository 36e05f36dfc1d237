package io.sendfile.glassfish.it.storm;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.it.storm.Change.Assignment;
import io.sendfile.glassfish.it.storm.Change.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Draws the next change, valid or invalid, from the current settings. */
final class Changes {
  /** The listener without downloads. */
  static final String IDLE = "united";

  private static final int WRONG = 40;

  /**
   * The settings of a root whose files are in its folder, without its prefix, which is drawn by
   * itself.
   */
  private static final List<Setting> ROOT =
      Element.ROOT.settings().stream()
          .filter(setting -> !setting.key())
          .filter(setting -> setting != Setting.ROOT_URI_PREFIX && setting != Setting.ROOT_STORE)
          .toList();

  private final Values values;
  private final Model model;
  private final List<String> listeners;
  private int prefixes;

  /**
   * Draws from {@code values}.
   *
   * @param model as it is when a change is drawn
   */
  Changes(Values values, Model model, List<String> listeners) {
    this.values = values;
    this.model = model;
    this.listeners = listeners;
  }

  Change next() {
    int lot = values.one(0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 9);
    return switch (lot) {
      case 0 -> configuration();
      case 1 -> assigned(Node.CONFIG, Element.CONFIG.settings());
      case 2 -> createRoot();
      case 3 -> changeRoot();
      case 4 -> delete(Node.root(rootName()), "delete-sendfile-root", "There is no root");
      case 5 -> listener();
      case 6 -> changeListener();
      case 7 ->
          delete(
              Node.listener(values.one(listeners)),
              "delete-sendfile-listener",
              "has no settings of its own");
      case 8 -> plugIn();
      default ->
          delete(
              Node.plugIn(Values.PLUG_IN),
              "delete-sendfile-plugin",
              "Nothing is set for a plug-in");
    };
  }

  /** One to three attributes at once; one invalid value rejects all of them. */
  private Change configuration() {
    return several(
        Node.CONFIG, Element.CONFIG.settings(), "set-sendfile-configuration", "", model -> {});
  }

  private Change listener() {
    if (values.percent(5)) {
      return Change.refused(
          new Command("set-sendfile-listener", Map.of("enabled", "true"), "not one"),
          "name must be");
    }
    Node node = Node.listener(values.one(listeners));
    return several(
        node,
        Element.LISTENER.changeable(),
        "set-sendfile-listener",
        node.name(),
        model -> model.make(node));
  }

  private Change several(
      Node node, List<Setting> settings, String command, String operand, Consumer<Model> first) {
    List<Setting> chosen = new ArrayList<>();
    for (int i = values.one(1, 2, 3); i > 0; i--) {
      chosen.add(values.one(settings));
    }
    Map<String, String> options = new TreeMap<>();
    chosen.forEach(
        setting -> options.put(setting.attribute(), mayBeEmpty(node) ? "" : right(node, setting)));
    if (values.percent(WRONG)) {
      Setting bad = chosen.get(0);
      options.put(bad.attribute(), values.wrong(bad));
      return Change.refused(new Command(command, options, operand), bad.attribute() + " must be");
    }
    return Change.accepted(
        new Command(command, options, operand),
        model -> {
          first.accept(model);
          options.forEach((name, value) -> set(model, node, name, value));
        });
  }

  /** For a root an empty value is a value like any other. */
  private boolean mayBeEmpty(Node node) {
    return node.element() != Element.ROOT && values.percent(10);
  }

  /** Only a listener without downloads may be switched off. */
  private String right(Node node, Setting setting) {
    return node.equals(Node.listener(IDLE)) && setting == Setting.ENABLED
        ? values.one("true", "false", "FALSE")
        : values.right(setting);
  }

  private static void set(Model model, Node node, String attribute, String value) {
    if (value.isEmpty()) {
      model.forget(node, attribute);
    } else {
      model.put(node, attribute, value);
    }
  }

  private Change assigned(Node node, List<Setting> settings) {
    Setting setting = values.one(settings);
    if (values.percent(WRONG)) {
      return Change.refused(
          new Assignment(node, setting, values.wrong(setting)), setting.attribute() + " must be");
    }
    String value = right(node, setting);
    return Change.accepted(
        new Assignment(node, setting, value), model -> model.put(node, setting.attribute(), value));
  }

  private String rootName() {
    return "storm-" + values.one(0, 1, 2, 3, 4, 5);
  }

  private Change createRoot() {
    String name = rootName();
    Map<String, String> options = new TreeMap<>();
    options.put("path", values.right(Setting.ROOT_PATH));
    if (values.percent(50)) {
      options.put("uri-prefix", "/storm" + ++prefixes + "/");
    }
    if (values.percent(50)) {
      Setting setting = values.one(ROOT);
      options.put(setting.attribute(), values.right(setting));
    }
    Command command = new Command("create-sendfile-root", options, name);
    if (model.has(Node.root(name))) {
      return Change.refused(command, "name must be unique");
    }
    if (values.percent(WRONG)) {
      return wrongRoot(options, name);
    }
    return Change.accepted(
        command, model -> options.forEach((key, value) -> model.put(Node.root(name), key, value)));
  }

  private Change wrongRoot(Map<String, String> options, String name) {
    if (values.percent(20)) {
      return Change.refused(
          new Command("create-sendfile-root", options, values.one(".a", "a:b", "a b", "ä")),
          "name must be");
    }
    Setting bad = values.one(ROOT);
    options.put(bad.attribute(), values.wrong(bad));
    return Change.refused(
        new Command("create-sendfile-root", options, name), bad.attribute() + " must be");
  }

  private Change changeRoot() {
    List<String> there =
        model.names(Element.ROOT).stream().filter(name -> name.startsWith("storm-")).toList();
    if (there.isEmpty()) {
      return createRoot();
    }
    Node node = Node.root(values.one(there));
    return values.percent(50)
        ? assigned(node, ROOT)
        : several(node, ROOT, "set-sendfile-root", node.name(), model -> {});
  }

  private Change changeListener() {
    List<String> there = model.names(Element.LISTENER);
    return there.isEmpty()
        ? listener()
        : assigned(Node.listener(values.one(there)), Element.LISTENER.changeable());
  }

  private Change delete(Node node, String command, String missing) {
    Command delete = new Command(command, Map.of(), node.name());
    return model.has(node)
        ? Change.accepted(delete, model -> model.delete(node))
        : Change.refused(delete, missing);
  }

  private Change plugIn() {
    if (values.percent(WRONG)) {
      return values.percent(50)
          ? Change.refused(
              new Command("set-sendfile-plugin", Map.of("enabled", "perhaps"), Values.PLUG_IN),
              "enabled must be")
          : Change.refused(
              new Command("set-sendfile-plugin", Map.of("enabled", "false"), "adaptive"),
              "name must be");
    }
    String enabled = values.right(Setting.PLUGIN_ENABLED);
    return Change.accepted(
        new Command("set-sendfile-plugin", Map.of("enabled", enabled), Values.PLUG_IN),
        model -> model.put(Node.plugIn(Values.PLUG_IN), "enabled", enabled));
  }
}
