package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.operations.problems.RootState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.glassfish.api.Param;
import org.jspecify.annotations.Nullable;

/** Base of the commands that create or change a root: its attributes as options. */
abstract class RootCommand extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  // <settings> written by ReferenceTest, read by AttributeChange
  @Param(name = "symlinks", optional = true)
  @Nullable String symlinks;

  @Param(name = "hidden", optional = true)
  @Nullable String hidden;

  @Param(name = "zero-copy", optional = true)
  @Nullable String zeroCopy;

  @Param(name = "uri-prefix", optional = true)
  @Nullable String uriPrefix;

  @Param(name = "allow-delete", optional = true)
  @Nullable String allowDelete;

  @Param(name = "applications", optional = true)
  @Nullable String applications;

  @Param(name = "virtual-servers", optional = true)
  @Nullable String virtualServers;

  @Param(name = "marker-file", optional = true)
  @Nullable String markerFile;

  // </settings>

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
  final String describe(Config config, Reading reading, String done, String inForce) {
    String leftOut = "sendfile-root \"" + name() + "\" is left out";
    if (!isOwn(config)
        && reading.problems().stream().noneMatch(problem -> problem.startsWith(leftOut))) {
      return inForce + "\nIts folder is " + ListSendfileRoots.ELSEWHERE + ".";
    }
    Optional<Root> root =
        reading.settings().roots().stream().filter(r -> r.name().equals(name())).findFirst();
    if (root.isEmpty()) {
      return "Root "
          + name()
          + " was "
          + done
          + " but is left out:\n  "
          + String.join("\n  ", reading.problems());
    }
    Path folder = root.get().path();
    List<Root> roots = reading.settings().roots();
    Map<String, RootState> states = RootChecks.COMMON.at(roots);
    RootState state = states.getOrDefault(name(), RootState.MISSING);
    StringJoiner lines = new StringJoiner("\n").add(inForce);
    nested(root.get(), roots, other -> states.get(other.name()) != RootState.NOT_ANSWERING)
        .forEach(lines::add);
    if (state != RootState.PRESENT) {
      lines.add("Warning: " + folder + " is " + state.label() + ".");
    }
    return lines.toString();
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
}
