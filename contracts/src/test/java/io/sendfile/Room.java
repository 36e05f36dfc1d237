package io.sendfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One package, and the packages it imports.
 *
 * @param name its last part
 * @param module the Maven module it lies in
 */
record Room(String name, Module module, Set<String> imports) {
  private static final Pattern LINK = Pattern.compile("\\{@link\\s+[\\w.]*?(\\w+)}");

  /**
   * The Maven modules but optional bundles, in the order in which they may import each other. What
   * a module may import beyond them, Maven enforces.
   */
  enum Module {
    CORE(
        "core", "io.sendfile.core", "finds, plans, schedules and moves files; needs the JDK alone"),
    GRIZZLY("grizzly", "io.sendfile.grizzly", "Grizzly's edge; needs `core`"),
    OPERATIONS("operations", "io.sendfile.operations", "what is known afterwards; needs `core`"),
    MODULE("module", "io.sendfile.glassfish", "GlassFish and Payara; the bundle, all in it");

    private final String folder;
    private final String root;
    private final String purpose;

    Module(String folder, String root, String purpose) {
      this.folder = folder;
      this.root = root;
      this.purpose = purpose;
    }

    /** Its row in the table of packages. */
    String row() {
      return "| **`%s`** | *%s* | |\n".formatted(folder, purpose);
    }
  }

  /**
   * The import rule, from the ground floor up: a package imports exactly these, and only packages
   * above its own line.
   */
  static final List<Room> ALL =
      List.of(
          room("spi", Module.CORE),
          room("threads", Module.CORE, "spi"),
          room("http", Module.CORE),
          room("records", Module.CORE),
          room("zip", Module.CORE),
          room("files", Module.CORE, "spi", "threads"),
          room("journal", Module.OPERATIONS, "spi", "threads"),
          room("algorithm", Module.CORE, "spi"),
          room("buffer", Module.CORE, "spi"),
          room("stats", Module.CORE, "files", "spi"),
          room("archive", Module.CORE, "files", "spi", "zip"),
          room("content", Module.CORE, "archive", "files", "http", "spi", "zip"),
          room("downloads", Module.OPERATIONS, "journal", "spi"),
          room("sender", Module.OPERATIONS, "http", "journal", "spi", "threads"),
          room("events", Module.OPERATIONS, "downloads", "journal", "spi", "threads"),
          room("transfer", Module.CORE, "content", "files", "http", "spi", "stats", "threads"),
          room("history", Module.OPERATIONS, "journal", "spi", "stats", "transfer"),
          room("ended", Module.OPERATIONS, "files", "journal", "records", "spi", "transfer"),
          room("problems", Module.OPERATIONS, "ended", "files", "spi", "stats", "transfer"),
          room(
              "settings",
              Module.CORE,
              "algorithm",
              "buffer",
              "content",
              "files",
              "http",
              "spi",
              "transfer"),
          room(
              "engine",
              Module.CORE,
              "algorithm",
              "archive",
              "content",
              "files",
              "http",
              "settings",
              "spi",
              "stats",
              "threads",
              "transfer"),
          room("memory", Module.GRIZZLY, "buffer", "spi"),
          room(
              "jmx",
              Module.GRIZZLY,
              "buffer",
              "engine",
              "files",
              "memory",
              "spi",
              "stats",
              "transfer"),
          room("sockets", Module.GRIZZLY, "engine", "spi", "threads", "transfer"),
          room("http2", Module.GRIZZLY, "http", "sockets", "transfer"),
          room(
              "filter",
              Module.GRIZZLY,
              "content",
              "engine",
              "files",
              "http",
              "http2",
              "memory",
              "settings",
              "sockets",
              "spi",
              "stats",
              "threads",
              "transfer"),
          room("jaxrs", Module.GRIZZLY, "spi"),
          room(
              "grizzly",
              Module.GRIZZLY,
              "algorithm",
              "buffer",
              "content",
              "engine",
              "files",
              "filter",
              "jmx",
              "memory",
              "settings",
              "sockets",
              "spi",
              "stats",
              "transfer",
              "zip"),
          room("versions", Module.MODULE),
          room(
              "answers",
              Module.MODULE,
              "history",
              "jmx",
              "records",
              "settings",
              "spi",
              "stats",
              "transfer",
              "versions"),
          room(
              "monitoring",
              Module.MODULE,
              "ended",
              "engine",
              "files",
              "jmx",
              "sender",
              "spi",
              "stats"),
          room(
              "plugins",
              Module.MODULE,
              "algorithm",
              "buffer",
              "engine",
              "events",
              "files",
              "jmx",
              "journal",
              "monitoring",
              "sender",
              "settings",
              "spi",
              "stats",
              "threads"),
          room(
              "config",
              Module.MODULE,
              "files",
              "plugins",
              "problems",
              "settings",
              "spi",
              "transfer"),
          room(
              "server",
              Module.MODULE,
              "config",
              "ended",
              "engine",
              "files",
              "filter",
              "history",
              "jmx",
              "journal",
              "memory",
              "monitoring",
              "plugins",
              "problems",
              "settings",
              "sockets",
              "spi",
              "stats",
              "threads",
              "transfer",
              "versions"),
          room(
              "webcontainer",
              Module.MODULE,
              "content",
              "engine",
              "files",
              "filter",
              "jaxrs",
              "jmx",
              "monitoring",
              "plugins",
              "server",
              "spi",
              "stats",
              "threads",
              "versions"),
          room(
              "listeners",
              Module.MODULE,
              "buffer",
              "config",
              "engine",
              "files",
              "filter",
              "memory",
              "plugins",
              "server",
              "settings",
              "spi",
              "stats",
              "webcontainer"),
          room(
              "admin",
              Module.MODULE,
              "answers",
              "buffer",
              "config",
              "content",
              "ended",
              "engine",
              "files",
              "history",
              "http",
              "jmx",
              "journal",
              "listeners",
              "memory",
              "monitoring",
              "plugins",
              "problems",
              "records",
              "server",
              "settings",
              "spi",
              "stats",
              "transfer",
              "versions"),
          room("command", Module.MODULE, "admin", "config", "files", "settings"));

  private static Room room(String name, Module module, String... imports) {
    return new Room(name, module, new TreeSet<>(List.of(imports)));
  }

  /**
   * The package, in full. The contracts of plug-ins lie beside all modules; a package named as its
   * module is the root of that.
   */
  String fullName() {
    if (name.equals("spi")) {
      return "io.sendfile.spi";
    }
    return module.root.endsWith('.' + name) ? module.root : module.root + '.' + name;
  }

  /** The first sentence of its {@code package-info.java}, with code in back-quotes. */
  String purpose() throws IOException {
    String words = story();
    int end = words.indexOf(". ");
    String first = end < 0 ? words : words.substring(0, end);
    return first.replaceAll("\\{@code\\s+([^}]*)}", "`$1`");
  }

  /** The class that its {@code package-info.java} names first. */
  String start() throws IOException {
    Matcher link = LINK.matcher(story());
    return link.find() ? link.group(1) : "";
  }

  private String story() throws IOException {
    Path sources = Path.of("..", module.folder, "src/main/java");
    String text =
        Files.readString(sources.resolve(fullName().replace('.', '/') + "/package-info.java"));
    return text.substring(text.indexOf("/**") + 3, text.indexOf("*/"))
        .replaceAll("\\s*\\n\\s*\\*\\s?", " ")
        .strip();
  }
}
