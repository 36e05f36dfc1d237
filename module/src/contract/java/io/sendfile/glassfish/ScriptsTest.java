package io.sendfile.glassfish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripts of the distribution at a folder that looks like a server's, and what {@code run.sh}
 * and {@code verify.sh} print. With real servers: the scenarios of installation.
 */
class ScriptsTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final String NIO_CH = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";
  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";
  private static final String SETTINGS =
      """
      <sendfile-config watch-copies="true">
              <sendfile-root path="/srv/a&gt;b" name="media"/>
            </sendfile-config>\
      """;

  @TempDir Path temp;
  private Path distribution;
  private Path home;
  private Path domain;

  private record Outcome(int status, String output) {
    List<String> lines() {
      return output.lines().toList();
    }
  }

  @BeforeEach
  void makeDistributionAndServer() throws IOException {
    distribution = temp.resolve("the tools/sendfile");
    for (String script : List.of("install.sh", "uninstall.sh", "archive.sh", "server-folder.sh")) {
      write(
          distribution.resolve(script),
          Files.readString(PROJECT.resolve("domain-config/" + script)));
    }
    write(distribution.resolve("version"), "1.2.3\n");
    write(distribution.resolve("modules/sendfile-module.jar"), "module");
    write(distribution.resolve("modules/sendfile-admin-plugin.jar"), "pages");
    write(distribution.resolve("modules/sendfile-s3.jar"), "stores");
    write(distribution.resolve("modules/sendfile-links.jar"), "links");
    home = temp.resolve("the server");
    Files.createDirectories(home.resolve("glassfish/modules"));
    version("product.version=7.0.21");
    domain = makeDomain(home.resolve("glassfish/domains/domain1"));
  }

  private void version(String line) throws IOException {
    write(home.resolve("glassfish/config/branding/glassfish-version.properties"), line + "\n");
  }

  private static Path makeDomain(Path folder) throws IOException {
    write(folder.resolve("config/domain.xml"), domainXml("", ""));
    return folder.toRealPath();
  }

  /** As GlassFish writes it, with the elements in two configurations. */
  private static String domainXml(String server, String other) {
    return """
    <domain application-root="${com.sun.aas.instanceRoot}/applications">
      <configs>
        <!-- <config name="server-config"><sendfile-config/></config> -->
        <config name="server-config">
          <network-config/>
    %s    </config>
        <config name="other">
          <network-config/>
    %s    </config>
      </configs>
    </domain>
    """
        .formatted(line(server), line(other));
  }

  private static String line(String element) {
    return element.isEmpty() ? "" : "      " + element + "\n";
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Outcome run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process =
        builder
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output);
  }

  private Outcome script(String name, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", distribution.resolve(name).toString()));
    command.addAll(List.of(options));
    command.add(home.toString());
    return run(temp, Map.of(), command);
  }

  /** As it is typed in a shell. */
  private static String typed(Path path) {
    return path.toString().replace(" ", "\\ ");
  }

  private String done(String name, String... options) throws IOException, InterruptedException {
    Outcome outcome = script(name, options);
    assertThat(outcome.status()).as(outcome.output()).isZero();
    return outcome.output();
  }

  private void settings(String server, String other) throws IOException {
    Files.writeString(domain.resolve("config/domain.xml"), domainXml(server, other));
  }

  private List<String> copies() throws IOException {
    try (Stream<Path> files = Files.list(domain.resolve("config"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains("before-sendfile"))
          .sorted()
          .toList();
    }
  }

  @Test
  void settingsComeBackFromTheKeptCopyWhenAskedFor() throws Exception {
    done("install.sh");
    settings(SETTINGS, "<sendfile-config max-active-transfers=\"5\"/>");
    assertThat(done("install.sh")).doesNotContain("--restore-settings");
    done("uninstall.sh");
    String xml = domain.resolve("config/domain.xml").toString();
    assertThat(done("install.sh", "--restore-settings"))
        .contains("restored nothing in " + xml + ": it has an element sendfile-config");
    done("uninstall.sh");
    settings("", "<sendfile-config max-active-transfers=\"7\"/>");

    assertThat(done("install.sh"))
        .contains("The settings of " + domain + " are in ", "--restore-settings " + typed(home));
    assertThat(domain.resolve("config/domain.xml"))
        .hasContent(domainXml("", "<sendfile-config max-active-transfers=\"7\"/>"));
    assertThat(done("install.sh")).contains("nothing to do", "--restore-settings " + typed(home));

    assertThat(done("install.sh", "--restore-settings"))
        .contains("restored the settings of server-config in " + xml + " from " + xml + ".before-")
        .contains("asadmin start-domain")
        .doesNotContain("create-sendfile-root");
    assertThat(Files.readString(domain.resolve("config/domain.xml")))
        .isEqualTo(domainXml(SETTINGS, "<sendfile-config max-active-transfers=\"7\"/>"));
    assertThat(done("install.sh", "--restore-settings"))
        .contains("nothing to do", "restored nothing in " + xml);
  }

  @Test
  void settingsThatNeedABundleComeBackWithTheOptionThatBringsIt() throws Exception {
    String needed =
        """
        <sendfile-config>
                <sendfile-root path="/dev/null/films" store="s3://videos/films" name="films"/>
                <sendfile-plugin name="links"/>
              </sendfile-config>\
        """;
    done("install.sh", "--with-all");
    settings(needed, "");
    done("uninstall.sh");
    settings("", "");

    assertThat(done("install.sh"))
        .contains("--restore-settings --with-links --with-s3 " + typed(home));
    assertThat(done("install.sh", "--restore-settings", "--with-links"))
        .contains("They need a bundle that is not installed: ", " --with-s3 " + typed(home))
        .doesNotContain("--with-links");
    settings("", "");
    assertThat(done("install.sh", "--restore-settings", "--with-s3"))
        .contains("restored the settings of server-config in ")
        .doesNotContain("They need");
  }

  @Test
  void installationTellsItsVersion() throws Exception {
    String where = home.resolve("glassfish").toRealPath().toString();
    assertThat(done("install.sh")).contains("glassfish-sendfile 1.2.3 for GlassFish 7 in " + where);
    assertThat(done("install.sh"))
        .contains("glassfish-sendfile 1.2.3 is already installed in " + where);

    Files.delete(distribution.resolve("version"));
    write(distribution.resolveSibling("module/target/sendfile-module-2.0.0-SNAPSHOT.jar"), "built");
    for (String jar : List.of("module", "admin-plugin")) {
      Files.delete(distribution.resolve("modules/sendfile-" + jar + ".jar"));
    }
    write(
        distribution.resolveSibling("admin-plugin/target/sendfile-admin-plugin-2.0.0-SNAPSHOT.jar"),
        "built");
    assertThat(done("install.sh")).contains("glassfish-sendfile 2.0.0-SNAPSHOT for GlassFish 7");
  }

  @Test
  void firstVersionsOfGlassFish7AreToldFromPayara() throws Exception {
    version("product_name=Eclipse GlassFish\nmajor_version=7\nminor_version=0\nupdate_version=0");
    assertThat(done("install.sh"))
        .contains(
            "glassfish-sendfile 1.2.3 for GlassFish 7 in ",
            "- files are opened without a separate thread");
    version("product.version=7.0.15");
    assertThat(done("install.sh", "--with-s3")).contains("files are opened");
    version("product.version=7.0.16");
    assertThat(done("install.sh", "--with-links")).doesNotContain("files are opened");
  }

  @Test
  void moduleThatIsSwitchedOffIsToldWithTheCommandThatSwitchesItOn() throws Exception {
    String off = "<sendfile-config watch-copies='true'\n enabled=\"false\"%s";
    settings(
        off.formatted("/>"), "<sendfile-config><sendfile-plugin enabled=\"false\" name=\"p\"/>");
    assertThat(done("install.sh").lines().filter(line -> line.contains("--enabled")))
        .containsExactly(
            "      %s/bin/asadmin set-sendfile-configuration --target server-config --enabled true"
                    .formatted(typed(home.resolve("glassfish").toRealPath()))
                + "     # the module is switched off in domain1");
    settings(
        "<sendfile-config enabled=\"true\"/>", off.formatted("><!-- none --></sendfile-config>"));
    assertThat(done("install.sh", "--with-s3")).contains("--target other --enabled true");
    settings(
        off.formatted("/>").replace("\"false\"", "\"true\""),
        "<!-- " + off.formatted("/>") + " -->");
    assertThat(done("install.sh", "--with-links")).doesNotContain("--enabled");
  }

  @Test
  void glassFish8IsToldToNeedALaterJavaThanTheOneThatAsadminFinds() throws Exception {
    version("product.version=8.0.0");
    javaOfAsadmin("17");
    assertThat(done("install.sh").lines())
        .containsSubsequence(
            "Next:",
            "      with JAVA_HOME set to a JDK 21 or later, which asadmin of GlassFish 8 needs; it"
                + " finds Java 17");
    javaOfAsadmin("1.8");
    assertThat(done("install.sh", "--with-s3")).contains("it finds Java 1.8");
    javaOfAsadmin("21");
    assertThat(done("install.sh", "--with-links")).doesNotContain("JAVA_HOME");
    done("uninstall.sh");
    version("product.version=7.0.21");
    javaOfAsadmin("17");
    assertThat(done("install.sh")).doesNotContain("JAVA_HOME");
  }

  /** By the file of the server that asadmin reads. */
  private void javaOfAsadmin(String version) throws IOException {
    program("java", "echo '    java.specification.version = " + version + "' >&2\n");
    write(
        home.resolve("glassfish/config/asenv.conf"),
        "AS_JAVA=\"$AS_INSTALL\"\nAS_X=\"${AS_X:-$AS_Y/z}\"\n");
  }

  /** Copies by hand, and into an image, are those of the scripts, under the same names. */
  @ParameterizedTest
  @CsvSource({"docs/install.md, copy, C:", "domain-config/service/Dockerfile, COPY, /opt"})
  void copiesByHandAreThoseOfInstallation(String page, String command, String parent)
      throws Exception {
    Path byHand = Files.createDirectories(temp.resolve("by-hand"));
    int copied = 0;
    for (String line : Files.readAllLines(PROJECT.resolve(page))) {
      List<String> words = List.of(line.replace('\\', '/').split(" "));
      String target = words.get(words.size() - 1);
      if (words.get(0).equals(command) && target.contains("/glassfish/modules/")) {
        assertThat(target).isEqualTo(parent + "/glassfish7/glassfish/modules/");
        for (String source : words.subList(1, words.size() - 1)) {
          Path jar = distribution.resolveSibling(source.replace(parent + "/", ""));
          Files.copy(jar, byHand.resolve(jar.getFileName()));
          copied++;
        }
      }
    }
    assertThat(copied).isEqualTo(2);

    done("install.sh");
    Path modules = home.resolve("glassfish/modules");
    assertThat(names(byHand)).isEqualTo(names(modules));
    for (String name : names(modules)) {
      assertThat(byHand.resolve(name)).hasSameBinaryContentAs(modules.resolve(name));
    }
  }

  /** The last block of the page deletes what {@code uninstall.sh} does of a domain. */
  @Test
  void pageRemovesByHandWhatRemovalRemoves() throws Exception {
    String deletions =
        blocks("docs/install.md", "bat")
            .filter(line -> line.startsWith("del ") || line.startsWith("rmdir "))
            .map(line -> line.replace('\\', '/'))
            .collect(Collectors.joining(" "));
    done("install.sh");
    write(domain.resolve("sendfile/ended/journal"), "x");
    Path server = home.resolve("glassfish").toRealPath();
    List<String> removed =
        done("uninstall.sh")
            .lines()
            .filter(line -> line.startsWith("removed "))
            .map(line -> line.replace("removed " + server + "/", ""))
            .toList();
    assertThat(removed)
        .hasSize(3)
        .allMatch(file -> deletions.contains(file.replaceFirst("/sendfile/.*", "/sendfile")));
  }

  /** Copies of files, for which nobody would look without the module. */
  @Test
  void removalLeavesNoCacheOfStores() throws Exception {
    done("install.sh", "--with-s3");
    write(domain.resolve("sendfile-cache/slices"), "x");

    assertThat(done("uninstall.sh")).contains("removed " + domain.resolve("sendfile-cache") + "\n");
    assertThat(domain.resolve("sendfile-cache")).doesNotExist();
  }

  /** It may be a folder of others, too. */
  @Test
  void cacheOfStoresElsewhereIsNamedAndStays() throws Exception {
    Path slices = temp.resolve("my slices/a&b");
    write(slices.resolve("slice"), "x");
    done("install.sh", "--with-s3");
    settings(
        """
        <sendfile-config>
                <sendfile-plugin name="s3">
                  <property name="cache-folder" value="%s"/>
                </sendfile-plugin>
              </sendfile-config>\
        """
            .formatted(slices.toString().replace("&", "&amp;")),
        "");

    assertThat(done("uninstall.sh")).containsOnlyOnce("left " + slices + ": the cache of stores");
    assertThat(slices.resolve("slice")).exists();
    settings("", "");
    assertThat(done("uninstall.sh")).containsOnlyOnce("left " + slices + ": the cache of stores");
  }

  /** Each file that names the servers of the composed set-up names the same. */
  @Test
  void composedServersAreThoseOfNginxAndPrometheus() throws Exception {
    Path setUp = PROJECT.resolve("domain-config/monitoring/many-servers");
    assertThat(Files.readAllLines(setUp.resolve("compose.yaml")))
        .filteredOn(line -> line.matches("  (one|two):.*"))
        .containsExactly("  one: &server", "  two:");
    assertThat(Files.readString(setUp.resolve("prometheus.yml")))
        .contains("targets: [\"one:4848\", \"two:4848\"]");
    String front = Files.readString(setUp.resolve("nginx.conf"));
    assertThat(front).contains("server one:8080 max_fails=0;", "server two:8080 max_fails=0;");
    isUnderstoodByNginx(front.replaceAll("(one|two):8080", "192.0.2.1:8080"));
  }

  @Test
  void nginxUnderstandsItsFileForARollingRestart() throws Exception {
    isUnderstoodByNginx(blocks("docs/operate.md", "nginx").collect(Collectors.joining("\n")));
  }

  private void isUnderstoodByNginx(String servers) throws Exception {
    Path nginx =
        Stream.of("/usr/sbin/nginx", "/usr/bin/nginx")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst()
            .orElse(null);
    assumeThat(nginx).isNotNull();
    write(
        temp.resolve("nginx.conf"),
        "events {}\nhttp {\n"
            + servers.replace("listen 80;", "listen unix:" + temp + "/nginx.sock;")
            + "\n}\n");
    Outcome checked =
        run(
            temp,
            Map.of(),
            List.of(
                nginx + "",
                "-t",
                "-e",
                "stderr",
                "-g",
                "pid " + temp + "/pid;",
                "-p",
                temp + "/",
                "-c",
                "nginx.conf"));
    assertThat(checked.status()).as(checked.output()).isZero();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Lines of the blocks of code in that language. */
  private static Stream<String> blocks(String page, String language) throws IOException {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(PROJECT.resolve(page)))
        .results()
        .flatMap(block -> block.group(1).lines());
  }

  @Test
  void releaseIsTwoCommitsInWhichVersionsAgree() throws Exception {
    String said = release("9.8.0");

    assertThat(said)
        .contains(
            "git tag --annotate v9.8.0 --message \"Release 9.8.0\" ", "upload bundle.zip at https");
    assertThat(released().resolve("target/release-9.8.0/sendfile-9.8.0.zip")).hasContent("zip\n");
    assertThat(git("log", "-2", "--format=%s"))
        .containsExactly("Begin 9.9.0-SNAPSHOT", "Release 9.8.0");
    assertThat(CoordinatesTest.wrong(released())).isEmpty();
    assertThat(Files.readString(released().resolve("CHANGELOG.md")))
        .containsPattern("## Unreleased\n\n## 9.8.0 - \\d{4}-\\d\\d-\\d\\d\n");
    assertThat(Files.readString(released().resolve("README.md")))
        .containsPattern("\\*\\*State\\*\\*: 9.8.0, released on \\d{4}-\\d\\d-\\d\\d\\. ")
        .contains("$PATH\nunzip -qo sendfile-9.8.0.zip -d /opt\n")
        .doesNotContain("until a release", "until Maven Central", "domain-config/target/");
    assertThat(Files.readString(released().resolve("core/pom.xml"))).contains(">9.9.0-SNAPSHOT<");

    git("checkout", "-q", "HEAD^");
    assertThat(CoordinatesTest.wrong(released())).isEmpty();
    assertThat(Files.readString(released().resolve("pom.xml")))
        .contains("<version>9.8.0</version>", "<url>https://example.org</url>")
        .doesNotContain("${project.home}");
  }

  /** So that pages name what their readers have, and the release to come tells all changes. */
  @Test
  void candidateIsACommitThatTheNextOneTakesBack() throws Exception {
    String said = release("9.8.0-rc.1");

    assertThat(said).contains("git tag --annotate v9.8.0-rc.1 ").doesNotContain("upload");
    assertThat(git("log", "-2", "--format=%s"))
        .containsExactly("Begin 9.8.0-SNAPSHOT", "Release 9.8.0-rc.1");
    assertThat(git("diff", "--name-only", "HEAD~2", "--", ".", ":!pom.xml", ":!*/pom.xml"))
        .isEmpty();
    assertThat(Files.readString(released().resolve("pom.xml")))
        .contains("<version>9.8.0-SNAPSHOT</version>", "${project.home}");

    git("checkout", "-q", "HEAD^");
    assertThat(CoordinatesTest.wrong(released())).isEmpty();
    assertThat(Files.readString(released().resolve("CHANGELOG.md")))
        .containsPattern("## 9.8.0-rc.1 - \\d{4}-\\d\\d-\\d\\d\n")
        .doesNotContain("## Unreleased");
    assertThat(Files.readString(released().resolve("README.md")))
        .containsPattern("\\*\\*State\\*\\*: 9.8.0-rc.1, a candidate of \\d{4}-\\d\\d-\\d\\d[. ]");
    assertThat(Files.readString(released().resolve("pom.xml")))
        .contains("<version>9.8.0-rc.1</version>", "<url>https://example.org</url>");
  }

  /** The signing of a module without classes fails. */
  @Test
  void everyModuleOfAReleaseHasSomethingToShip() throws Exception {
    String left = Files.readString(PROJECT.resolve("scripts/release.sh"));
    assertThat(
            Pattern.compile("<module>(.*)</module>")
                .matcher(Files.readString(PROJECT.resolve("pom.xml")).split("<profiles>", 2)[0])
                .results()
                .map(module -> module.group(1))
                .filter(module -> !left.contains("!" + module)))
        .allSatisfy(module -> assertThat(PROJECT.resolve(module + "/src/main")).isDirectory());
  }

  private Path released() {
    return temp.resolve("clone");
  }

  /** Of the last commit, as releases are; its build leaves a zip only. */
  private String release(String version) throws Exception {
    assumeThat(PROJECT.resolve(".git")).exists();
    Path maven = temp.resolve("bin/mvn");
    write(
        maven,
        """
        #!/bin/bash
        for word; do
          case $word in *release::file://*) repository=${word#*file://} ;; esac
        done
        version=$(sed -n '/<artifactId>sendfile-parent/,/<version>/s:.*<version>\\(.*\\)</version>.*:\\1:p' pom.xml)
        mkdir -p "$repository/io/sendfile/glassfish/sendfile-distribution/$version"
        echo zip >"$repository/io/sendfile/glassfish/sendfile-distribution/$version/a.zip"
        """);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(run(temp, Map.of(), List.of("git", "clone", "-q", PROJECT + "", "clone")).status())
        .isZero();
    git("config", "user.name", "A");
    git("config", "user.email", "a@example.org");
    // The last commit may be a release itself.
    Path changelog = released().resolve("CHANGELOG.md");
    String changes = Files.readString(changelog);
    if (!changes.contains("## Unreleased")) {
      write(changelog, changes.replaceFirst("(?m)^## ", "## Unreleased\n\n- A change\n\n## "));
    }
    Path pom = released().resolve("pom.xml");
    String poms = Files.readString(pom);
    String home = poms.replaceFirst("(?s).*?<url>(.*?)</url>.*", "$1");
    write(pom, poms.replace(home, "${project.home}"));
    git("commit", "-q", "--all", "--allow-empty", "--message", "As before a release");
    Outcome outcome =
        run(
            released(),
            Map.of("PATH", maven.getParent() + ":" + System.getenv("PATH")),
            List.of(
                "scripts/release.sh",
                version,
                "--home",
                "https://example.org",
                "--checks",
                "none"));
    assertThat(outcome.status()).as(outcome.output()).isZero();
    return outcome.output();
  }

  private List<String> git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Outcome outcome = run(released(), Map.of(), command);
    assertThat(outcome.status()).as(outcome.output()).isZero();
    return outcome.lines();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3", "links"})
  void optionalBundleComesWhenAskedForAndIsUpdatedAndRemovedWithTheRest(String name)
      throws Exception {
    String jar = "sendfile-" + name + ".jar";
    Path bundle = home.resolve("glassfish/modules").resolve(jar);
    done("install.sh");
    assertThat(bundle).doesNotExist();

    assertThat(done("install.sh", "--with-" + name)).contains("installed ", jar);
    write(distribution.resolve("modules").resolve(jar), "a newer bundle");
    done("install.sh");
    assertThat(bundle).hasContent("a newer bundle");
    assertThat(done("install.sh")).contains("nothing to do");

    done("uninstall.sh");
    assertThat(bundle).doesNotExist();
  }

  @Test
  void removalTakesWhatNamesClientsAndTellsWhatStays() throws Exception {
    done("install.sh");
    settings(SETTINGS, "");
    for (String file :
        List.of(
            "sendfile/history",
            "sendfile/history.damaged",
            "sendfile/ended/journal",
            "sendfile/refused/lines",
            "sendfile/downloads/journal",
            "sendfile/download-result-sender/lock",
            "sendfile/download-result-sender/journal",
            "sendfile/links/journal",
            "applications/__sendfile_console/index.xhtml",
            "logs/sendfile-downloads.0.jsonl")) {
      write(domain.resolve(file), "x");
    }
    Path instance = home.resolve("glassfish/nodes/node1/i1").toAbsolutePath();
    write(instance.resolve("config/domain.xml"), domainXml("", ""));
    write(instance.resolve("sendfile/ended/journal"), "x");
    write(instance.resolve("sendfile/download-result-sender/journal"), "");

    List<String> lines = script("uninstall.sh").lines();

    assertThat(instance.resolve("sendfile")).doesNotExist();
    assertThat(domain.resolve("applications/__sendfile_console")).doesNotExist();
    try (Stream<Path> rest = Files.walk(domain.resolve("sendfile"))) {
      assertThat(rest.filter(Files::isRegularFile))
          .containsExactlyInAnyOrder(
              domain.resolve("sendfile/download-result-sender/journal"),
              domain.resolve("sendfile/links/journal"));
    }
    assertThat(lines.stream().filter(line -> line.startsWith("left ")))
        .hasSize(4)
        .anyMatch(line -> line.contains("links/journal: ids of links that were used or revoked"))
        .anyMatch(line -> line.contains("journal: results of downloads that are not delivered"))
        .anyMatch(line -> line.contains("sendfile-downloads.0.jsonl: the log of downloads"))
        .anyMatch(line -> line.contains("install.sh --restore-settings puts back"));
    assertThat(lines.stream().filter(line -> line.startsWith("removed ")))
        .contains("removed " + domain.resolve("sendfile/ended"))
        .contains("removed " + instance.resolve("sendfile/ended"));
  }

  @Test
  void domainsOutsideAreVisitedWhenAskedFor() throws Exception {
    Path outside = makeDomain(temp.resolve("my domains/shop"));
    write(outside.resolve("sendfile/ended/journal"), "x");

    assertThat(done("install.sh", "--domaindir", outside.getParent().toString()))
        .contains("kept " + outside)
        .contains("start-domain --domaindir " + typed(outside.getParent()) + " shop");
    assertThat(done("uninstall.sh")).doesNotContain("removed " + outside);
    assertThat(done("uninstall.sh", "--domaindir", outside.getParent().toString()))
        .contains("nothing to do there", "removed " + outside.resolve("sendfile/ended"));
    Outcome wrong = script("install.sh", "--domaindir", outside.toString());
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.output()).contains("has no domain in it");
  }

  @Test
  void lastThreeCopiesAreKeptAndTheLastOneWithSettings() throws Exception {
    String name = "domain.xml.before-sendfile-%sinstall-20260101-00000%d";
    for (int i = 0; i < 6; i++) {
      String text = domainXml(i < 2 ? SETTINGS : "<sendfile-config/>", "");
      write(domain.resolve("config").resolve(name.formatted(i % 2 == 0 ? "un" : "", i)), text);
    }

    String output = done("install.sh");

    assertThat(copies())
        .hasSize(4)
        .contains(name.formatted("", 1), name.formatted("un", 4), name.formatted("", 5));
    assertThat(output.lines().filter(line -> line.endsWith("as newer ones are kept"))).hasSize(3);
  }

  @Test
  void oneOptionBringsAllOptionalBundles() throws Exception {
    assertThat(done("install.sh", "--with-all"))
        .contains("sendfile-links.jar", "sendfile-s3.jar", "sendfile-module.jar");
  }

  @Test
  void oneCommandSetsAllJvmOptionsThatAreMissing() throws Exception {
    version("major_version=7");
    assertThat(done("install.sh").lines().filter(line -> line.contains("create-jvm-options")))
        .containsExactly(
            "      %s/bin/asadmin create-jvm-options '%s:%s:%s'"
                .formatted(
                    typed(home.resolve("glassfish").toRealPath()),
                    NIO_CH,
                    NATIVE,
                    "--add-opens=java.base/sun.nio.fs=ALL-UNNAMED"));
    assertThat(done("install.sh", "--with-links"))
        .contains("- rates flow evenly", "- files are opened without a separate thread");
    settings("<jvm-options>" + NIO_CH + "</jvm-options>", "");
    assertThat(done("uninstall.sh")).contains("delete-jvm-options '" + NIO_CH + "'");
    version("product.version=8.0.0");
    assertThat(done("install.sh"))
        .contains(
            "create-jvm-options '" + NATIVE + "'", "- with Java 22 or later, the kernel tells")
        .doesNotContain("rates flow", "files are opened");
    settings(
        "<jvm-options>" + NIO_CH + "</jvm-options><jvm-options>" + NATIVE + "</jvm-options>", "");
    done("uninstall.sh");
    assertThat(done("install.sh")).doesNotContain("jvm-options", "a restart");
  }

  @Test
  void jvmOptionsAreAddedWhenAskedForAndTheAddedOnesGoWithTheModule() throws Exception {
    Path xml = domain.resolve("config/domain.xml");
    String others = options(NIO_CH);
    Files.writeString(xml, serverXml(others));
    done("install.sh");
    assertThat(Files.readString(xml)).isEqualTo(serverXml(others));

    assertThat(done("install.sh", "--jvm-options"))
        .contains("added JVM options to " + xml + ": " + NATIVE)
        .doesNotContain("create-jvm-options", "a restart");
    assertThat(Files.readString(xml)).isEqualTo(serverXml(others + options(NATIVE)));
    assertThat(done("install.sh", "--jvm-options")).contains("nothing to do");

    assertThat(done("uninstall.sh"))
        .contains("removed JVM options from " + xml + ": " + NATIVE)
        .contains("delete-jvm-options '" + NIO_CH + "'");
    assertThat(Files.readString(xml)).isEqualTo(serverXml(others));
    assertThat(names(xml.getParent())).noneMatch(name -> name.contains("jvm-options"));
  }

  /** Payara gives such an option to some JVMs; the module uses this one from Java 22 on. */
  @ParameterizedTest
  @CsvSource({"[24|], true", "[22|], false", "[17|], false", "'', false"})
  void optionOfLaterJvmsIsMissingInEarlierOnes(String jvms, boolean missing) throws Exception {
    settings(
        "<jvm-options>[9|]%s</jvm-options><jvm-options>%s%s</jvm-options>"
            .formatted(NIO_CH, jvms, NATIVE),
        "");
    if (missing) {
      assertThat(done("install.sh")).contains("create-jvm-options '" + NATIVE + "'");
    } else {
      assertThat(done("install.sh")).doesNotContain("jvm-options");
    }
    if (!jvms.isEmpty()) {
      assertThat(done("uninstall.sh")).as("not by this page").doesNotContain("delete-jvm-options");
    }
  }

  private static String serverXml(String options) {
    return """
    <domain>
      <configs>
        <!-- <config name="server-config"><java-config> -->
        <config name="default-config">
          <java-config>
            <jvm-options>-Xmx1g</jvm-options>
          </java-config>
        </config>
        <config name="its-config">
          <java-config>
            <jvm-options>-Xmx512m</jvm-options>
    %s      </java-config>
        </config>
      </configs>
      <servers>
        <server config-ref="default-config" name="other"/>
        <server config-ref="its-config" name="server"/>
      </servers>
    </domain>
    """
        .formatted(options);
  }

  /** An asadmin whose server writes an archive as it ends, if it has something to write. */
  private void makeServer(int java, String archive) throws Exception {
    done("install.sh");
    write(domain.resolve("config/domain.xml"), serverXml(""));
    if (!archive.isEmpty()) {
      write(domain.resolve("loaded"), archive);
    }
    program(
        "java",
        """
        if [[ $1 == -XX:AOTMode=create ]]; then
          cp "${2#*=}" "${3#*=}"
        else
          echo '    java.specification.version = %d' >&2
        fi
        """
            .formatted(java));
    program(
        "asadmin",
        """
        [[ $1 == start-domain ]] || exit 1
        if [[ $2 == --dry-run ]]; then
          printf 'Dump of JVM\n%s/java\n-Xmx512m\n' "$(dirname "$0")"
          exit
        fi
        domain=$3/$4 ready=$3/$4/ready
        cp "$domain/config/domain.xml" "$domain/recording.xml"
        file=$(sed -n 's:.*}/\\(sendfile/classes.*\\)<.*:\\1:p' "$domain/recording.xml")
        serve='to=$1; end() { cp "$0/loaded" "$to"; kill $!; }
          trap end TERM; sleep 60 & echo >"$0/ready"; wait'
        mkfifo "$ready"
        bash -c "$serve" "$domain" "$domain/$file" "-Dcom.sun.aas.instanceRoot=$domain" >/dev/null 2>&1 &
        read -r <"$ready"
        rm "$ready"
        """);
  }

  private void program(String name, String text) throws IOException {
    Path program = home.resolve("glassfish/bin/" + name);
    write(program, "#!/bin/bash\n" + text);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String options(String... options) {
    return Stream.of(options)
        .map(option -> "        <jvm-options>" + option + "</jvm-options>\n")
        .collect(Collectors.joining());
  }

  private static void assumeCurl() {
    assumeThat(System.getenv("PATH").split(":"))
        .as("curl, which archive.sh trains the server with")
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "curl")));
  }

  @ParameterizedTest
  @CsvSource({
    "17, ArchiveClassesAtExit, classes.jsa.new, classes.jsa, SharedArchiveFile",
    "24, ArchiveClassesAtExit, classes.jsa.new, classes.jsa, SharedArchiveFile",
    "25, AOTConfiguration, classes.aot.config, classes.aot, AOTCache"
  })
  void archiveOfClassesIsMadeAndUsedUntilItIsRemoved(
      int java, String recording, String recorded, String name, String using) throws Exception {
    assumeCurl();
    makeServer(java, "classes");
    Path xml = domain.resolve("config/domain.xml");
    Path archive = domain.resolve("sendfile").resolve(name);
    String folder = "=${com.sun.aas.instanceRoot}/sendfile/";
    String any = options("-XX:+IgnoreUnrecognizedVMOptions");
    String allowed = java < 25 ? options("-XX:+AllowArchivingWithJavaAgent") : "";
    String mode = java < 25 ? "" : options("-XX:AOTMode=record");
    String verified = options("-XX:+VerifySharedSpaces");

    for (int i = 0; i < 2; i++) {
      assertThat(done("archive.sh"))
          .contains("made " + archive, "for Java " + java, "/bin/asadmin start-domain ");
      assertThat(archive).hasContent("classes");
      assertThat(names(archive.getParent())).containsExactly(name);
      assertThat(Files.readString(domain.resolve("recording.xml")))
          .isEqualTo(
              serverXml(
                  any
                      + allowed
                      + mode
                      + verified
                      + options("-XX:" + recording + folder + recorded)));
      assertThat(Files.readString(xml))
          .isEqualTo(serverXml(any + allowed + verified + options("-XX:" + using + folder + name)));
    }
    write(distribution.resolve("modules/sendfile-module.jar"), "newer");
    assertThat(done("install.sh"))
        .contains(typed(distribution) + "/archive.sh --domain domain1 " + typed(home));

    assertThat(done("archive.sh", "--remove"))
        .contains("removed " + archive, "removed its JVM options from " + xml);
    assertThat(archive).doesNotExist();
    assertThat(Files.readString(xml)).isEqualTo(serverXml(""));
    assertThat(done("archive.sh", "--remove")).contains("nothing to do");

    done("archive.sh");
    assertThat(done("uninstall.sh")).contains("removed " + archive);
    assertThat(Files.readString(xml)).isEqualTo(serverXml(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          classes | http://localhost:1/a | http://localhost:1/a was answered by nothing, not by a file
          ''      |                      | Java 25 made no archive: cp:
          """)
  void archiveThatCannotBeMadeChangesNothing(String loaded, @Nullable String url, String words)
      throws Exception {
    assumeCurl();
    makeServer(25, loaded);

    Outcome outcome = url == null ? script("archive.sh") : script("archive.sh", "--request", url);

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines()).last().asString().startsWith("archive.sh: " + words);
    assertThat(domain.resolve("recording.xml")).exists();
    assertThat(Files.readString(domain.resolve("config/domain.xml"))).isEqualTo(serverXml(""));
    assertThat(names(domain.resolve("sendfile"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --request  | /shop   | '/shop' is no URL: give --request one as http://
          --domain   | shop    | there is no domain 'shop': --domain takes one of domain1 domain2
          --domain   | domain2 | glassfish-sendfile is not installed in .*: run .*/install.sh first
          --remove   |         | there are several domains: name one of domain1 domain2 by --domain
          """)
  void wrongArgumentOfAnArchiveIsToldWithTheRightOne(
      String option, @Nullable String value, String words) throws Exception {
    makeDomain(home.resolve("glassfish/domains/domain2"));
    Outcome outcome =
        value == null ? script("archive.sh", option) : script("archive.sh", option, value);
    assertThat(outcome.status()).isPositive();
    assertThat(outcome.lines()).last().asString().containsPattern("^archive.sh: " + words);
  }

  /** A shell takes the printed line as it is, whatever is in the names of folders. */
  @Test
  void printedCommandsCanBeTyped() throws Exception {
    Path outside = makeDomain(temp.resolve("it's \"mine\"/the $shop"));
    write(home.resolve("glassfish/bin/asadmin"), "#!/bin/sh\nprintf '%s|' \"$@\"\n");
    Files.setPosixFilePermissions(
        home.resolve("glassfish/bin/asadmin"), PosixFilePermissions.fromString("rwxr-xr-x"));
    String command =
        done("install.sh", "--domaindir", outside.getParent().toString())
            .lines()
            .filter(line -> line.contains(" --domaindir "))
            .findFirst()
            .orElseThrow();

    assertThat(run(temp, Map.of(), List.of("bash", "-c", command)).output())
        .isEqualTo("start-domain|--domaindir|" + outside.getParent() + "|the $shop|");
  }

  @Test
  void scriptsMayBeReachedByLinks() throws Exception {
    Path moved = temp.resolve("bin");
    Files.createDirectories(moved);
    for (String script : List.of("install.sh", "uninstall.sh")) {
      Path link = moved.resolve("sendfile-" + script);
      Files.createSymbolicLink(link, Path.of("../the tools/sendfile/" + script));
      Outcome outcome = run(temp, Map.of(), List.of("bash", link.toString(), home.toString()));
      assertThat(outcome.status()).as(outcome.output()).isZero();
    }
    for (String script : List.of("run.sh", "verify.sh")) {
      Path link = Files.createSymbolicLink(moved.resolve(script), PROJECT.resolve(script));
      assertThat(run(temp, Map.of(), List.of("bash", link.toString(), "--help")).status()).isZero();
    }
  }

  /** A limit of the size of files stands for the full disk; the last jar is beyond it. */
  @Test
  void installationOnAFullDiskChangesNothing() throws Exception {
    Path modules = home.resolve("glassfish/modules");
    done("install.sh");
    Files.delete(domain.resolve("config").resolve(copies().get(0)));
    write(distribution.resolve("modules/sendfile-module.jar"), "newer");
    write(distribution.resolve("modules/sendfile-admin-plugin.jar"), "x".repeat(20_000));

    Outcome outcome = whileFilesAreSmall("install.sh");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains("nothing was changed", "sendfile-admin-plugin.jar");
    assertThat(modules.resolve("sendfile-module.jar")).hasContent("module");
    assertThat(modules.resolve("sendfile-admin-plugin.jar")).hasContent("pages");
    assertThat(names(modules)).hasSize(2);
    assertThat(copies()).isEmpty();
    assertThat(done("install.sh")).contains("installed ");
    assertThat(modules.resolve("sendfile-module.jar")).hasContent("newer");
  }

  /** A copy that is cut off would be taken for settings one day. */
  @ParameterizedTest
  @ValueSource(strings = {"install.sh", "uninstall.sh"})
  void copyOfSettingsIsWholeOrNotThere(String script) throws Exception {
    done("install.sh");
    settings(SETTINGS + "<!-- " + "x".repeat(20_000) + " -->", "");
    write(distribution.resolve("modules/sendfile-module.jar"), "newer");

    assertThat(whileFilesAreSmall(script).status()).isEqualTo(1);

    assertThat(copies()).hasSize(1);
    assertThat(home.resolve("glassfish/modules/sendfile-module.jar")).hasContent("module");
    assertThat(names(domain.resolve("config"))).hasSize(2);
  }

  private Outcome whileFilesAreSmall(String script) throws Exception {
    return run(
        temp,
        Map.of(),
        List.of(
            "bash",
            "-c",
            "trap '' XFSZ; ulimit -f 10; exec bash \"$@\"",
            "-",
            distribution.resolve(script).toString(),
            home.toString()));
  }

  @Test
  void runningServerIsNamedWithTheCommandThatStopsIt() throws Exception {
    Path server = home.resolve("glassfish").toRealPath();
    Path outside = makeDomain(temp.resolve("my-domains/shop"));
    Path instance = Files.createDirectories(server.resolve("nodes/node1/i1"));
    Files.createDirectories(instance.resolveSibling("agent"));
    Files.createDirectories(instance.resolve("config"));
    isRefusedWhileRunning(domain, "domain1", "stop-domain domain1");
    isRefusedWhileRunning(
        instance,
        "i1",
        "stop-local-instance --nodedir " + typed(server.resolve("nodes")) + " --node node1 i1");
    isRefusedWhileRunning(
        outside, "shop", "stop-domain --domaindir " + outside.getParent() + " shop");
  }

  private void isRefusedWhileRunning(Path folder, String name, String stop) throws Exception {
    Path server = home.resolve("glassfish").toRealPath();
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "read -r line",
                "-Dcom.sun.aas.installRoot=" + server,
                "-Dcom.sun.aas.instanceRoot=" + folder,
                "last")
            .start();
    try {
      Files.writeString(folder.resolve("config/pid"), process.pid() + "\n");
      for (String script : List.of("install.sh", "uninstall.sh", "archive.sh")) {
        Outcome outcome = script(script);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.lines())
            .containsExactly(
                "%s: %s is running (process %d): stop it first, %s/bin/asadmin %s"
                    .formatted(script, name, process.pid(), typed(server), stop));
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "config/branding/glassfish-version.properties",
        "modules",
        "domains",
        "domains/domain1/config",
        "domains/domain1/config/domain.xml"
      })
  void serverThatCannotBeReadIsRefusedInPlainWords(String path) throws Exception {
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path closed = home.resolve("glassfish").toRealPath().resolve(path);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    for (String script : List.of("install.sh", "uninstall.sh", "archive.sh")) {
      // Root reads everything.
      Outcome outcome =
          run(
              temp,
              Map.of(),
              List.of(
                  "bash",
                  "-c",
                  "[ \"$(id -u)\" -ne 0 ] || set -- setpriv --reuid=65534 --clear-groups \"$@\";"
                      + " exec \"$@\"",
                  "-",
                  "bash",
                  distribution.resolve(script).toString(),
                  home.toString()));
      assertThat(outcome.status()).isEqualTo(1);
      assertThat(outcome.lines())
          .singleElement()
          .asString()
          .contains(path + " cannot be read: run this as the user the server belongs to");
    }
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void unknownServerIsAnsweredWithTheListOfServers() throws Exception {
    Outcome outcome = run(PROJECT, Map.of(), List.of("bash", "run.sh", "--server", "9"));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines())
        .last()
        .isEqualTo(
            "run.sh: there is no server '9': choose embedded, grizzly, 7, 8, payara6, or payara7");
  }

  @Test
  void portThatIsTakenIsToldInOneLineBeforeAndAfterTheStart() throws Exception {
    // The functions of run.sh, without its calls.
    Path functions = temp.resolve("run.sh");
    Files.createSymbolicLink(temp.resolve("scripts"), PROJECT.resolve("scripts"));
    write(functions, Files.readString(PROJECT.resolve("run.sh")).split("(?m)^parse_arguments ")[0]);
    write(temp.resolve("server.log"), "a stack trace\n".repeat(50));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      String start =
          ". ./run.sh; server=grizzly http_port=%d glassfish='' server_pid='' work=$PWD log=server.log; fail_to_start it"
              .formatted(port);
      for (List<String> arguments :
          List.of(
              List.of(PROJECT.resolve("run.sh").toString(), "--http-port", "" + port),
              List.of("-c", start))) {
        List<String> command = new ArrayList<>(List.of("bash"));
        command.addAll(arguments);
        Outcome outcome = run(temp, Map.of("SENDFILE_RUN_SIGNALS", "default"), command);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.lines())
            .singleElement()
            .asString()
            .matches(
                ".*: port %d is in use( by \\S+, process %d)?: free it, or choose another one with --http-port"
                    .formatted(port, ProcessHandle.current().pid()));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RangesIT 9 | there is no server '9': choose one of grizzly4, grizzly5, embedded, glassfish7,
          Ranges     | there is no class 'Ranges' of scenarios below .*; did you mean RangesIT\\?
          BodyTest   | there is no class 'BodyTest' of scenarios below
          """)
  void unknownScenarioIsAnsweredWithThoseThatAreMeant(String arguments, String words)
      throws Exception {
    Outcome outcome =
        run(PROJECT, Map.of(), List.of("bash", "-c", "scripts/scenario.sh " + arguments));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines())
        .singleElement()
        .asString()
        .containsPattern("^scenario.sh: " + words);
  }

  private Outcome tools(Map<String, String> environment, String commands) throws Exception {
    return run(
        PROJECT,
        environment,
        List.of("bash", "-c", "set -euo pipefail; . scripts/tools.sh; " + commands));
  }

  @Test
  void scriptsGiveTheirJvmsAnUtf8Locale() throws Exception {
    assertThat(tools(Map.of("LC_ALL", "POSIX"), "locale charmap").output()).isEqualTo("UTF-8\n");
  }

  /** The head of a report of nested classes counts the last of them only. */
  @Test
  void testsThatDidNotPassAreNamedAndAllTestsCountedOnce() throws Exception {
    Path report = temp.resolve("target/TEST-a.OuterTest.xml");
    write(
        report,
        """
        <testsuite name="a.OuterTest" tests="0" errors="0" skipped="0" failures="0">
          <testcase name="works" classname="a.OuterTest$First" time="0.1"/>
          <testcase name="fails(String)[1]" classname="a.OuterTest$First" time="0.1">
            <failure message="&lt;no&gt;" type="x">stack</failure>
          </testcase>
          <testcase name="ends &quot;&amp;&quot;" classname="a.OuterTest$Second" time="0.1">
            <error message="no" type="x">stack</error>
          </testcase>
          <testcase name="waits" classname="a.OuterTest$Second" time="0.1">
            <skipped/>
          </testcase>
        </testsuite>
        """);
    assertThat(tools(Map.of(), "cd '" + temp + "'; tell_tests ./target/TEST-*.xml").lines())
        .containsExactly(
            "FAILED  a.OuterTest$First.fails(String)[1], see target/a.OuterTest.txt",
            "FAILED  a.OuterTest$Second.ends \"&\", see target/a.OuterTest.txt",
            "SKIPPED  a.OuterTest$Second.waits, see target/TEST-a.OuterTest.xml",
            "1 passed, 2 failed, 1 skipped");
    assertThat(tools(Map.of(), "tell_tests").lines())
        .containsExactly("0 passed, 0 failed, 0 skipped");
  }

  @Test
  void modulesThatWereNotBuiltAreNamedWithoutColours() throws Exception {
    Path mvn = temp.resolve("bin/mvn");
    write(
        mvn,
        """
        #!/bin/sh
        echo '[INFO] glassfish-sendfile: the module ..................... FAILURE [  0.7 s]'
        echo '[INFO] glassfish-sendfile: for applications ............... SKIPPED'
        echo '[INFO] glassfish-sendfile: an algorithm and a listener as plug-ins SKIPPED'
        printf '[ERROR] no\\n\\033[0m\\033[0m'
        exit 3
        """);
    Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path list = temp.resolve("not-built");

    Outcome outcome =
        tools(
            Map.of("PATH", mvn.getParent() + ":" + System.getenv("PATH")),
            "build '" + list + "' 'the tests' package");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.output()).isEqualTo("[ERROR] no\n");
    assertThat(list)
        .hasContent(
            "NOT BUILT for the tests: for applications, an algorithm and a listener as plug-ins\n");
  }
}
