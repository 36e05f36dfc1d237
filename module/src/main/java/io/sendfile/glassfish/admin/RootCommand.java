package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.plugins.RootState;
import io.sendfile.glassfish.settings.Setting;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.glassfish.api.Param;
import org.jspecify.annotations.Nullable;

/** What the commands share that make or change a root: its attributes as options. */
abstract class RootCommand extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  @Param(name = "symlinks", optional = true)
  private @Nullable String symlinks;

  @Param(name = "hidden", optional = true)
  private @Nullable String hidden;

  @Param(name = "zero-copy", optional = true)
  private @Nullable String zeroCopy;

  @Param(name = "uri-prefix", optional = true)
  private @Nullable String uriPrefix;

  @Param(name = "allow-delete", optional = true)
  private @Nullable String allowDelete;

  @Param(name = "applications", optional = true)
  private @Nullable String applications;

  @Param(name = "virtual-servers", optional = true)
  private @Nullable String virtualServers;

  /** The name of the root. */
  final String name() {
    return name.trim();
  }

  /**
   * What was asked for, but for the name.
   *
   * @param path the folder; null if it was not given
   */
  final Map<Setting, String> wanted(@Nullable String path) {
    Map<Setting, String> wanted = new EnumMap<>(Setting.class);
    put(wanted, Setting.ROOT_PATH, path == null ? null : withoutTrailingSlash(path.trim()));
    put(wanted, Setting.ROOT_SYMLINKS, symlinks);
    put(wanted, Setting.ROOT_HIDDEN, hidden);
    put(wanted, Setting.ROOT_ZERO_COPY, zeroCopy);
    put(wanted, Setting.ROOT_URI_PREFIX, uriPrefix);
    put(wanted, Setting.ROOT_ALLOW_DELETE, allowDelete);
    put(wanted, Setting.ROOT_APPLICATIONS, applications);
    put(wanted, Setting.ROOT_VIRTUAL_SERVERS, virtualServers);
    return wanted;
  }

  /** Shells complete folder names with a slash. */
  private static String withoutTrailingSlash(String folder) {
    return folder.length() > 1 && folder.endsWith("/")
        ? folder.substring(0, folder.length() - 1)
        : folder;
  }

  /**
   * What to know of the root now. Its path may hold a token, so its value and state are known only
   * when it has been written.
   *
   * @param done what was done, as in "created"
   * @param inForce what to say if the root is in force
   */
  final String describe(Reading reading, String done, String inForce) {
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
    RootState state = RootState.of(folder);
    StringJoiner lines = new StringJoiner("\n").add(inForce);
    NestedRoots.notes(root.get(), reading.settings().roots()).forEach(lines::add);
    if (state != RootState.PRESENT) {
      lines.add("Warning: " + folder + " is " + state.label() + ".");
    }
    return lines.toString();
  }
}
