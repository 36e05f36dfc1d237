package io.sendfile.glassfish.it.storm;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.it.storm.Change.Command;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** An edit of domain.xml by a careful and by a careless person: valid values, and nonsense. */
final class HandEdit {
  private static final int RIGHT = 5;
  private static final int WRONG = 3;

  private final Map<Setting, String> right = new TreeMap<>();
  private final Map<Setting, String> wrong = new TreeMap<>();

  HandEdit(Values values, Random random) {
    List<Setting> settings = new ArrayList<>(Element.CONFIG.settings());
    Collections.shuffle(settings, random);
    settings.subList(0, RIGHT).forEach(setting -> right.put(setting, values.right(setting)));
    settings
        .subList(RIGHT, RIGHT + WRONG)
        .forEach(setting -> wrong.put(setting, values.wrong(setting)));
  }

  /** Writes all of it; the model then holds the expected settings. */
  void write(DomainXmlFile file, Model model) throws IOException {
    file.edit(
        config -> {
          right.forEach((setting, value) -> config.setAttribute(setting.attribute(), value));
          wrong.forEach((setting, value) -> config.setAttribute(setting.attribute(), value));
          config.setAttribute("colour", "blue");
          String folder = Values.folder(0);
          DomainXmlFile.add(config, "sendfile-root", "name", "by-hand", "path", folder);
          DomainXmlFile.add(config, "sendfile-root", "name", "twice", "path", folder);
          DomainXmlFile.add(config, "sendfile-root", "name", "twice", "path", folder);
          DomainXmlFile.add(config, "sendfile-root", "name", "here", "path", "media");
          DomainXmlFile.add(
              config, "sendfile-listener", "name", "by-hand", "buffer-policy", "paper");
          DomainXmlFile.add(config, "sendfile-plugin", "name", "by-hand", "enabled", "perhaps");
        });
    right.forEach((setting, value) -> model.put(Node.CONFIG, setting.attribute(), value));
    wrong.keySet().forEach(setting -> model.forget(Node.CONFIG, setting.attribute()));
    model.put(Node.root("by-hand"), "path", Values.folder(0));
  }

  /** Expected complaints of the server, a part of a line each. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    wrong.forEach(
        (setting, value) -> {
          problems.add(setting.attribute() + " must be");
          String byDefault = setting.defaultValue();
          problems.add(
              "(found \""
                  + setting.rule().shown(value)
                  + "\"); "
                  + (byDefault.isEmpty() ? "it counts as empty" : "the default " + byDefault));
        });
    problems.add("sendfile-root \"twice\" is left out: name must be unique");
    problems.add("sendfile-root \"here\" is left out: path must be");
    problems.add("sendfile-listener \"by-hand\": buffer-policy must be");
    problems.add("enabled must be");
    return problems;
  }

  /** Another valid change, which must fail until the file is repaired. */
  Change.Request another() {
    return new Command("set-sendfile-plugin", Map.of("enabled", "true"), "another");
  }

  /** The repair. All attributes go first, at once: nothing can be written before. */
  List<Change> remedies() {
    Map<String, String> defaults = new TreeMap<>();
    wrong.keySet().forEach(setting -> defaults.put(setting.attribute(), ""));
    List<Change> remedies = new ArrayList<>();
    remedies.add(remedy("set-sendfile-configuration", defaults, ""));
    remedies.add(remedy("delete-sendfile-root", Map.of(), "twice"));
    remedies.add(remedy("delete-sendfile-root", Map.of(), "here"));
    remedies.add(remedy("delete-sendfile-listener", Map.of(), "by-hand"));
    remedies.add(remedy("delete-sendfile-plugin", Map.of(), "by-hand"));
    return remedies;
  }

  private static Change remedy(String command, Map<String, String> options, String operand) {
    return Change.accepted(new Command(command, options, operand), model -> {});
  }
}
