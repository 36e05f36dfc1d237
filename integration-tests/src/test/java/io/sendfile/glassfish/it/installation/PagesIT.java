package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.ObjectStore;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of README and of the pages behind it, as they are printed and in their order: on a
 * new machine with blanks in the names of folders, where another version lies beside this one.
 */
@Timeout(600)
@OwnProcess
@Release
class PagesIT {
  private static final List<String> PAGES =
      List.of("README.md", "docs/install.md", "docs/stores.md", "docs/links.md", "docs/digests.md");

  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  /** A block that needs a clone of the sources, an application, a site or a cluster. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(?m)^(\\./|url=|mvn package$)|/archive\\.sh|--target cluster|shop\\.example");

  private static final Pattern LINK = Pattern.compile("(?m)^/sendfile-links/\\S+");
  private static final Path FILE = TestFiles.ofLength(300 << 10);

  @TempDir private Path temp;

  @Test
  void commandsOfPagesWorkAsPrintedInTheirOrder() throws IOException {
    Path user = Files.createDirectories(temp.resolve("a new user"));
    Path opt = Files.createDirectories(temp.resolve("installed things"));
    Distribution distribution = Distribution.unpack();
    try (OwnServer server = OwnServer.unpack("pages");
        ObjectStore store = ObjectStore.start(temp, OwnServer.freePort())) {
      store.put("films/2026/sunrise.mp4", FILE);
      Path reports = Files.createDirectories(TestFiles.folder().resolve("reports"));
      Files.copy(FILE, reports.resolve("7.pdf"), StandardCopyOption.REPLACE_EXISTING);
      Files.copy(FILE, user.resolve("sunrise.mp4"));
      putZip(user);
      installOlderVersion(distribution, opt, server);
      StringBuilder said = new StringBuilder();
      for (String page : PAGES) {
        String commands =
            Distribution.ofThisBuild(commands(Files.readString(distribution.file(page))));
        assertThat(commands).as(page).contains("install.sh");
        said.append(play(commands, user, opt, server, store));
      }

      String output = said.toString();
      server.ask(link(output)).hasStatus(404);
      assertThat(server.command(OlderBuild.MISSING_COMMAND)).contains("http-listener-1");
      assertThat(output).contains("served", "films/2026/sunrise.mp4");
      assertThat(user.resolve(".m2/repository/io/sendfile/glassfish/sendfile-application-api"))
          .isDirectory();
    }
  }

  /** The zip where a build leaves it, and where a browser does. */
  private static void putZip(Path user) throws IOException {
    Path built = Files.createDirectories(user.resolve("domain-config/target"));
    Files.createSymbolicLink(built.resolve(Distribution.zip().getFileName()), Distribution.zip());
    Files.createSymbolicLink(user.resolve(Distribution.zip().getFileName()), Distribution.zip());
  }

  private static void installOlderVersion(Distribution distribution, Path opt, OwnServer server)
      throws IOException {
    Path older = opt.resolve("sendfile-0.9.0");
    Command.run(opt, "cp", "-R", distribution.file("").toString(), older.toString()).succeeded();
    Files.writeString(older.resolve("version"), "0.9.0\n");
    OlderBuild.write(distribution.module(), older.resolve("modules/sendfile-module.jar"));
    assertThat(
            Command.run(opt, older.resolve("install.sh").toString(), server.home().toString())
                .succeeded())
        .contains("glassfish-sendfile 0.9.0");
  }

  private static String commands(String page) {
    return BLOCK
        .matcher(page)
        .results()
        .map(block -> block.group(1).replaceAll("(?m)^mvn package .*\n", ""))
        .filter(block -> !ELSEWHERE.matcher(block).find())
        .collect(Collectors.joining());
  }

  /** Plays them in a shell whose folders, ports, secrets and store are those of this machine. */
  private String play(String commands, Path user, Path opt, OwnServer server, ObjectStore store)
      throws IOException {
    Path secret =
        Files.writeString(temp.resolve("secret"), "AS_ADMIN_ALIASPASSWORD=" + ObjectStore.SECRET);
    String here =
        commands
            .replaceAll("/opt/glassfish\\d/bin/asadmin", "asadmin")
            .replaceAll("/opt/glassfish\\d", server.home().toString())
            .replaceAll("/opt\\b", "\"\\$opt\"")
            .replace("/srv/media", TestFiles.folder().toString())
            .replace("https\\://storage.example\\:9000", store.endpoint())
            .replace("127.0.0.1:9000", "127.0.0.1:" + OwnServer.freePort())
            .replaceAll("/sendfile-links/\\S*…\\S*", "\"\\$(grep -m 1 ^/sendfile-links/ ~/said)\"");
    String shell =
        """
        set -euxo pipefail
        trap 'jobs -p | xargs -r kill' EXIT
        opt='%s'
        asadmin() {
          local passwords=()
          [[ $1 != create-password-alias ]] || passwords=(--passwordfile '%s')
          %s/bin/asadmin --user admin --interactive=false --port %d \
            ${passwords[@]+"${passwords[@]}"} "$@" | tee -a ~/said
        }
        """
            .formatted(opt, secret, server.home(), server.adminPort());
    return Command.run(user, "bash", "-c", shell + here).succeeded();
  }

  /** The link that a command has printed. */
  private static String link(String output) {
    return LINK.matcher(output).results().map(MatchResult::group).findFirst().orElseThrow();
  }
}
