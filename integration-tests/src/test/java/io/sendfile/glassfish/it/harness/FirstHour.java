package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A page with commands and their output.
 *
 * @param page Markdown, as in docs/first-hour.md
 */
public record FirstHour(String page) {
  private static final int PORTS = 10;
  private static final Pattern ID = Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]+\\b");

  /**
   * Plays all pages in a server of their own, and writes them anew into a folder; fails if a
   * command's exit status is not the one of the page.
   */
  public static Path play() throws IOException {
    int first = Ports.free(PORTS);
    Path pages = Files.createDirectories(Settings.work().resolve("first-hour"));
    Command.run(
            Settings.work(),
            "env",
            "AS_JAVA=" + Jdk.forServer(Settings.server()),
            "TMPDIR=" + Settings.work(),
            Settings.script("first-hour.sh").toString(),
            Settings.glassfishZip().toString(),
            Settings.distributionZip().toString(),
            pages.toString(),
            Integer.toString(first))
        .succeeded();
    return pages;
  }

  /** The commands, with ids of transfers and the server's version replaced. */
  public List<String> commands() {
    return page.lines()
        .filter(line -> line.startsWith("$ ") || line.startsWith("It ends with status "))
        .map(line -> ID.matcher(line).replaceAll("ID").replaceAll("glassfish[78]", "glassfish"))
        .map(line -> line.replaceAll("glassfish-\\d[\\d.]*\\.zip", "glassfish.zip"))
        .map(line -> line.replaceAll("sendfile-\\d[\\w.-]*?(?=/|\\.zip)", "sendfile"))
        .toList();
  }

  /** The output of the commands. */
  public List<String> output() {
    return page.lines().filter(line -> !line.startsWith("$ ")).toList();
  }
}
