package io.sendfile.glassfish.it.installation;

import io.sendfile.glassfish.it.harness.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A ready set-up of the distribution, after the administrator's first edits: folders and a port.
 *
 * @param script commands for {@code asadmin multimode}
 * @param fragment the same set-up as an element of domain.xml
 */
record SetUp(String name, String script, String fragment) {
  private static final Pattern FOLDER = Pattern.compile("--path (\\S+)");

  /** Creates its folders, each with a copy of a file in it. */
  static SetUp of(String name, Distribution distribution, Path srv, int port, Path content)
      throws IOException {
    SetUp changed =
        new SetUp(
            name,
            Files.readString(distribution.file("set-ups/" + name + ".asadmin"))
                .replace("/srv/", srv + "/")
                .replace("8443", "" + port)
                .replace("0.0.0.0", "127.0.0.1"),
            Files.readString(distribution.file("set-ups/" + name + ".xml"))
                .replace("/srv/", srv + "/"));
    for (Matcher folder = FOLDER.matcher(changed.script); folder.find(); ) {
      Path made = Files.createDirectories(Path.of(folder.group(1)));
      if (!Files.exists(made.resolve("a.bin"))) {
        Files.copy(content, made.resolve("a.bin"));
      }
    }
    return changed;
  }

  /** The name of a configuration of domain.xml that consists of the fragment. */
  String config() {
    return "set-up-" + name;
  }

  /** A copy of GlassFish's template of a configuration, with the fragment in it. */
  String intoTemplate(String domainXml) {
    int begin = domainXml.indexOf("<config name=\"default-config\"");
    int end = domainXml.indexOf("</config>", begin);
    String template = domainXml.substring(begin, end).replace("default-config", config());
    return domainXml.substring(0, begin)
        + template
        + fragment
        + "</config>\n"
        + domainXml.substring(begin);
  }
}
