package io.sendfile.glassfish.admin;

import static io.sendfile.glassfish.config.NamedElements.ROOTS;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.SendfileRoot;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.operations.problems.RootState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.TransactionFailure;

/** Base of the commands that create or change a root, with its attributes as options, and these. */
abstract class RootCommand extends SendfileRootOptions {
  @Param(name = "name", primary = true)
  private String name = "";

  /** The name of the root. */
  final String name() {
    return name.trim();
  }

  /** The attributes that were given, but for the name. */
  final AttributeChange change() {
    AttributeChange change = AttributeChange.given(this, Element.ROOT);
    change
        .wanted()
        .computeIfPresent(Setting.ROOT_PATH, (setting, path) -> withoutTrailingSlash(path));
    return change;
  }

  /** A sentence if one of the other roots has the URI prefix that is wanted. */
  static List<String> taken(AttributeChange change, List<SendfileRoot> others) {
    String prefix = change.wanted().getOrDefault(Setting.ROOT_URI_PREFIX, "");
    return prefix.isEmpty()
            || ConfigAttributes.having(others, Setting.ROOT_URI_PREFIX, prefix).isEmpty()
        ? List.of()
        : List.of("uri-prefix must be unique, and another root with \"" + prefix + "\" exists");
  }

  final Map<String, RootState> ownStates(Config config, ReadSettings reading) {
    return isOwn(config) ? states(reading) : Map.of();
  }

  /** The folder without a slash at the end, which shells add to completed names. */
  private static String withoutTrailingSlash(String folder) {
    return folder.length() > 1 && folder.endsWith("/")
        ? folder.substring(0, folder.length() - 1)
        : folder;
  }

  /**
   * Warnings about the root as written. Its path may hold a token, so its value and state are known
   * only then, and only to the servers that use it.
   *
   * @param config that has the root
   * @param done the past action, such as "created"
   * @param inForce the message if the root is in force
   */
  final String describe(Config config, ReadSettings reading, String done, String inForce) {
    String leftOut = "sendfile-root \"" + name() + "\" is left out";
    if (!isOwn(config)
        && reading.problems().stream().noneMatch(problem -> problem.startsWith(leftOut))) {
      return inForce + "\nIts folder is " + RootState.ELSEWHERE + ".";
    }
    Optional<Root> root =
        reading.settings().roots().stream().filter(r -> r.name().equals(name())).findFirst();
    if (root.isEmpty()) {
      return "Root %s was %s but is left out:\n  %s"
          .formatted(name(), done, String.join("\n  ", reading.problems()));
    }
    Path folder = root.get().path();
    List<Root> roots = reading.settings().roots();
    Map<String, RootState> states = states(reading);
    RootState state = states.getOrDefault(name(), RootState.MISSING);
    StringJoiner lines = new StringJoiner("\n");
    lines.add(
        state.serves()
            ? inForce
            : "Root " + name() + " was " + done + ", but none of its files can be sent yet.");
    nested(root.get(), roots, other -> states.get(other.name()) != RootState.NOT_ANSWERING)
        .forEach(lines::add);
    if (root.get().store() != null) {
      inStore(root.get(), state).forEach(lines::add);
    } else if (state != RootState.PRESENT) {
      lines.add("Warning: " + folder + " is " + state.label() + ".");
    }
    names(config).missing(root.get()).forEach(each -> lines.add("Warning: " + each + "."));
    return lines.toString();
  }

  /** Sentences about a root in a store, and its path. */
  static List<String> inStore(Root root, RootState state) {
    Path path = root.path();
    List<String> lines = new ArrayList<>();
    lines.add("Its files lie in " + root.store() + "; " + path + " is only a name.");
    if (state == RootState.UNSERVED) {
      lines.add(
          "Warning: no plug-in serves "
              + root.store()
              + "; asadmin list-sendfile-plugins shows whether it is installed, and its state.");
    }
    RootState folder = RootChecks.COMMON.at(path);
    if (folder == RootState.PRESENT || folder.exposes()) {
      lines.add(
          "Warning: "
              + path
              + " is a folder, whose files an older version of the module would send, as it knows"
              + " no stores; choose a path that cannot be one, such as /dev/null/"
              + root.name()
              + ".");
    }
    return lines;
  }

  /**
   * One sentence for each other root inside this one, around it, or in the same folder.
   *
   * @param answers whether the links in the path of a root can be resolved without a long wait
   */
  static List<String> nested(Root root, Collection<Root> all, Predicate<Root> answers) {
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

  /** {@code create-sendfile-root}: creates a root, a folder of files for hand-offs. */
  @Service(name = "create-sendfile-root")
  @PerLookup
  @I18n("create-sendfile-root")
  @ExecuteOn
  @RestEndpoints(
      @RestEndpoint(
          configBean = Config.class,
          opType = RestEndpoint.OpType.POST,
          description = "Create a sendfile root",
          params = @RestParam(name = "target", value = "$parent")))
  public static class CreateSendfileRoot extends RootCommand {
    @Param(name = "path")
    String path = "";

    @Override
    protected Answer answer(Config config) throws RefusedException, TransactionFailure {
      AttributeChange change = change();
      change.wanted().put(Setting.ROOT_NAME, name());
      List<String> bad = change.problems();
      if (!ROOTS.named(config, name()).isEmpty()) {
        bad.add("name must be unique, and a root \"" + name() + "\" exists");
      }
      bad.addAll(taken(change, ROOTS.all(config)));
      RefusedException.refuse("The root was not created", bad);
      AttributeChange.refuseWhileBad(config, known());
      ROOTS.add(config, name(), change::fill, List.of());
      ReadSettings reading = changed(config);
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("config", config.getName());
      ROOTS.named(config, name()).stream()
          .findFirst()
          .ifPresent(
              root ->
                  data.put(
                      "root",
                      ListSendfileRoots.row(
                          root, reading, isOwn(config), ownStates(config, reading))));
      String created =
          "Root %s is in force%s: X-Sendfile: %1$s:relative/path"
              .formatted(name(), AttributeChange.whenInForce(reading.settings(), "", ""));
      return new Answer(() -> describe(config, reading, "created", created), data);
    }
  }

  /** {@code set-sendfile-root}: changes attributes of a root, all in one transaction. */
  @Service(name = "set-sendfile-root")
  @PerLookup
  @I18n("set-sendfile-root")
  @ExecuteOn
  @RestEndpoints(
      @RestEndpoint(
          configBean = Config.class,
          opType = RestEndpoint.OpType.POST,
          description = "Change a sendfile root",
          params = @RestParam(name = "target", value = "$parent")))
  public static class SetSendfileRoot extends RootCommand {
    @Param(name = "path", optional = true)
    @Nullable String path;

    @Override
    protected Answer answer(Config config) throws RefusedException, TransactionFailure {
      AttributeChange change = change();
      change.refuseEmpty();
      SendfileRoot root = find(config);
      List<String> bad = change.problems();
      bad.addAll(
          taken(
              change,
              ROOTS.all(config).stream()
                  .filter(other -> !name().equals(ConfigAttributes.value(other, Setting.ROOT_NAME)))
                  .toList()));
      RefusedException.refuse("Nothing was changed", bad);
      change.refuseWhileOthersBad(root);
      String changes = changes(root, change.wanted());
      change.write(root);
      ReadSettings reading = changed(config);
      String told = changes + "\n" + AttributeChange.inForce(reading.settings()) + ".";
      return new Answer(
          () -> describe(config, reading, "changed", told),
          Map.of(
              "config",
              config.getName(),
              "root",
              ListSendfileRoots.row(root, reading, isOwn(config), ownStates(config, reading))));
    }

    /** The root in force: of several with this name in a hand-edited domain.xml, the first. */
    private SendfileRoot find(Config config) throws RefusedException {
      List<String> names = ROOTS.names(config);
      return ROOTS.named(config, name()).stream()
          .findFirst()
          .orElseThrow(
              () ->
                  new RefusedException(
                      "There is no root \"%s\". %s"
                          .formatted(
                              name(),
                              names.isEmpty()
                                  ? "There are none; asadmin create-sendfile-root makes one."
                                  : "There are: " + String.join(", ", names) + ".")));
    }

    private String changes(SendfileRoot root, Map<Setting, String> wanted) {
      StringJoiner lines = new StringJoiner("\n  ", "Root " + name() + " is changed:\n  ", "");
      lines.setEmptyValue("Root " + name() + " stays as it was.");
      wanted.forEach(
          (setting, value) -> {
            String old = ConfigAttributes.value(root, setting);
            if (!old.equals(value)) {
              lines.add(
                  setting.attribute()
                      + " is "
                      + setting.said(value)
                      + ", was "
                      + setting.said(old));
            }
          });
      return lines.toString();
    }
  }
}
