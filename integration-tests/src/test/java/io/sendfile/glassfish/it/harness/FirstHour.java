package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A page with commands and what they print.
 *
 * @param page Markdown, as in docs/first-hour.md
 */
public record FirstHour(String page) {
  private static final int PORTS = 10;
  private static final Pattern ID = Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]+\\b");

  /** Plays it in a server of its own; fails if a command ends otherwise than it should. */
  public static FirstHour play() throws IOException {
    int first = Ports.free(PORTS);
    Command.Outcome outcome =
        Command.run(
            Settings.work(),
            "env",
            "AS_JAVA=" + Jdk.forServer(Settings.server()),
            "TMPDIR=" + Settings.work(),
            Settings.script("first-hour.sh").toString(),
            Settings.glassfishZip().toString(),
            Settings.distributionZip().toString(),
            Settings.sampleWar().toString(),
            Integer.toString(first));
    return new FirstHour(outcome.succeeded());
  }

  /** The commands, whatever the ids of transfers and the version of the server are. */
  public List<String> commands() {
    return page.lines()
        .filter(line -> line.startsWith("$ ") || line.startsWith("It ends with status "))
        .map(line -> ID.matcher(line).replaceAll("ID").replaceAll("glassfish[78]", "glassfish"))
        .toList();
  }

  /** What the commands have printed. */
  public List<String> output() {
    return page.lines().filter(line -> !line.startsWith("$ ")).toList();
  }
}
