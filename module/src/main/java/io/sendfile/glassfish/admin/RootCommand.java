package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.operations.problems.RootState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.glassfish.api.Param;
import org.jspecify.annotations.Nullable;

/** Base of the commands that create or change a root: its attributes as options. */
abstract class RootCommand extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  // <settings> written by ReferenceTest, read by Options
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
    Map<Setting, String> wanted = Options.given(this, Element.ROOT);
    wanted.computeIfPresent(Setting.ROOT_PATH, (setting, path) -> withoutTrailingSlash(path));
    return new AttributeChange(Element.ROOT, wanted, known());
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
    NestedRoots.notes(
            root.get(), roots, other -> states.get(other.name()) != RootState.NOT_ANSWERING)
        .forEach(lines::add);
    if (state != RootState.PRESENT) {
      lines.add("Warning: " + folder + " is " + state.label() + ".");
    }
    return lines.toString();
  }
}
