package io.sendfile.generator;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.settings.SettingGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page docs/reference.md, generated from the table of settings. */
final class ReferencePage {
  private static final Map<Element, String> INTRODUCTIONS =
      Map.of(
          Element.CONFIG,
          """
          One under each `<config>`; without it, the defaults hold. Set by `set-sendfile-configuration`,
          several attributes in one transaction, or singly by `asadmin set`, e.g.
          `configs.config.server-config.sendfile-config.algorithm=adaptive`; shown by
          `get-sendfile-configuration`.
          """,
          Element.ROOT,
          """
          A folder below which files may be sent; any number of them. Made by `create-sendfile-root`,
          changed by `set-sendfile-root`, several attributes in one transaction, or singly by `asadmin set`,
          e.g. `configs.config.server-config.sendfile-config.sendfile-root.media.symlinks=none`; deleted by
          `delete-sendfile-root`, listed by `list-sendfile-roots`.
          """,
          Element.LIMIT,
          """
          A limit on a client, an application or a root, shared by all transfers that it concerns; any
          number of them, each of which holds. Made by `create-sendfile-limit`, which makes a moment of `2h`,
          deleted by `delete-sendfile-limit`, listed by `list-sendfile-limits`; see
          [limits](configure.md#limits-with-an-end).
          """,
          Element.LISTENER,
          """
          Settings of one HTTP listener that differ from those of sendfile-config; it inherits the others.
          Set by `set-sendfile-listener`, deleted by `delete-sendfile-listener`, listed by
          `list-sendfile-listeners`.
          """,
          Element.PLUGIN,
          """
          Properties of one plug-in, known to it alone, and a switch for its use. Set by
          `set-sendfile-plugin`, listed by `list-sendfile-plugins`; see [plug-ins.md](plug-ins.md).
          """);

  private static final String HEAD = "| attribute | default | must be |  |\n|---|---|---|---|\n";

  private static final String ENTITY_TAGS =
      """
      ### Entity tags

      `strong` is made of size and time of change, with nanoseconds: instances with copies of a file, made with their
      times (`rsync -t`, `cp -p`), and hosts with one network share, give the same tag, and a download that was cut
      goes on at any of them.

      A file that changes twice within one grain of its time, and keeps its size, looks as before. So its tag is weak,
      and no download resumes by it, until 20 ms after the change, or 2 s if the time has whole seconds only.

      Not seen are a change after which somebody sets the time back, and writing through mapped memory until the
      system stamps it. `strong-inode` also holds a hash of device and inode, so a replacement is seen; its tags
      differ between hosts and copies. Where bytes change under the same size and time, choose `weak`: nothing is
      resumed then.
      """;

  private ReferencePage() {}

  static String text() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Settings

        Every attribute in domain.xml, made of the table in the code (`Setting`). Changes are [live](configure.md), but that of
        `proxy-protocol` waits for the start of a listener; a name stays as made. A bad value of a domain.xml edited by hand never
        stops the server: it is logged, `get-sendfile-configuration` names it, and the default holds.
        """);
    for (Element element : Element.values()) {
      page.append("\n## ").append(element.tag()).append("\n\n");
      page.append(INTRODUCTIONS.get(element)).append('\n');
      if (element == Element.CONFIG) {
        page.append(HEAD);
        for (SettingGroup group : SettingGroup.values()) {
          page.append("| **").append(group.title()).append("** | | | |\n");
          page.append(rows(group.settings()));
        }
        page.append('\n').append(ENTITY_TAGS);
      } else {
        page.append(HEAD);
        page.append(
            rows(element.settings().stream().filter(row -> row.element() == element).toList()));
      }
      if (element == Element.LISTENER) {
        page.append("\nAnd, with the values and the meaning they have in sendfile-config: ");
        page.append(names(element.changeable())).append(".\n");
      }
    }
    return page.toString();
  }

  private static String rows(List<Setting> settings) {
    StringBuilder rows = new StringBuilder();
    for (Setting setting : settings) {
      rows.append(
          "| `%s` | %s | %s | %s |%n"
              .formatted(
                  setting.attribute(),
                  byDefault(setting),
                  escaped(setting.rule().documented().replace("a whole number of ", "")),
                  escaped(setting.help())));
    }
    return rows.toString();
  }

  private static String byDefault(Setting setting) {
    if (setting.required()) {
      return "required";
    }
    return setting.defaultValue().isEmpty() ? "empty" : "`" + setting.defaultValue() + "`";
  }

  private static String names(Collection<Setting> settings) {
    return settings.stream()
        .map(setting -> "`" + setting.attribute() + "`")
        .collect(Collectors.joining(", "));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("*", "\\*").replace("|", "\\|");
  }
}
