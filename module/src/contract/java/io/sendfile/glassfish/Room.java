package io.sendfile.glassfish;

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
 * @param name below the root package
 * @param server the server whose classes it may import, too
 */
record Room(String name, Server server, Set<String> imports) {
  /** A longer row of names tells no more than a few words. */
  private static final int MOST_SHOWN = 10;

  private static final Pattern LINK = Pattern.compile("\\{@link\\s+[\\w.]*?(\\w+)}");

  /** Servers whose classes a room may import; each includes those before it. */
  enum Server {
    NONE,
    GRIZZLY,
    GLASSFISH
  }

  /**
   * The import rule, from the ground floor up: a package imports exactly these, and only packages
   * above its own line.
   */
  static final List<Room> ALL =
      List.of(
          room("spi", Server.NONE),
          room("threads", Server.NONE),
          room("http", Server.NONE),
          room("amounts", Server.NONE),
          room("zip", Server.NONE),
          room("files", Server.NONE, "threads"),
          room("journal", Server.NONE, "spi"),
          room("algorithm", Server.NONE, "spi"),
          room("buffer", Server.NONE, "spi"),
          room("stats", Server.NONE, "spi"),
          room("history", Server.NONE, "journal", "spi", "stats"),
          room("archive", Server.NONE, "files", "zip"),
          room("content", Server.NONE, "archive", "files", "http", "zip"),
          room("downloads", Server.NONE, "journal", "spi", "threads"),
          room("sender", Server.NONE, "journal", "spi", "threads"),
          room("events", Server.NONE, "downloads", "journal", "spi", "threads"),
          room("transfer", Server.NONE, "content", "files", "spi", "stats", "threads"),
          room("problems", Server.NONE, "files", "spi", "stats", "threads", "transfer"),
          room("ended", Server.NONE, "amounts", "journal", "spi", "threads"),
          room(
              "settings",
              Server.NONE,
              "algorithm",
              "amounts",
              "buffer",
              "content",
              "files",
              "http",
              "transfer"),
          room(
              "engine",
              Server.NONE,
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
          room("memory", Server.GRIZZLY, "buffer", "spi"),
          room("sockets", Server.GRIZZLY, "engine", "threads", "transfer"),
          room("http2", Server.GRIZZLY, "http", "sockets", "transfer"),
          room(
              "grizzly",
              Server.GRIZZLY,
              "archive",
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
          room("versions", Server.GLASSFISH),
          room(
              "monitoring",
              Server.GLASSFISH,
              "amounts",
              "buffer",
              "ended",
              "engine",
              "events",
              "files",
              "memory",
              "sender",
              "spi",
              "stats",
              "transfer"),
          room(
              "plugins",
              Server.GLASSFISH,
              "algorithm",
              "buffer",
              "engine",
              "events",
              "journal",
              "monitoring",
              "sender",
              "settings",
              "spi",
              "stats",
              "threads"),
          room("config", Server.GLASSFISH, "files", "plugins", "problems", "settings"),
          room(
              "core",
              Server.GLASSFISH,
              "config",
              "ended",
              "engine",
              "files",
              "grizzly",
              "history",
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
              Server.GLASSFISH,
              "content",
              "core",
              "engine",
              "files",
              "grizzly",
              "journal",
              "monitoring",
              "plugins",
              "spi",
              "stats",
              "threads",
              "versions"),
          room(
              "listeners",
              Server.GLASSFISH,
              "buffer",
              "config",
              "core",
              "engine",
              "files",
              "grizzly",
              "http2",
              "memory",
              "plugins",
              "settings",
              "spi",
              "stats",
              "threads",
              "webcontainer"),
          room(
              "admin",
              Server.GLASSFISH,
              "amounts",
              "buffer",
              "config",
              "core",
              "ended",
              "engine",
              "files",
              "history",
              "http",
              "listeners",
              "memory",
              "monitoring",
              "plugins",
              "problems",
              "settings",
              "spi",
              "stats",
              "threads",
              "transfer",
              "versions"),
          room(
              "measurement",
              Server.GLASSFISH,
              "admin",
              "buffer",
              "config",
              "content",
              "core",
              "engine",
              "files",
              "grizzly",
              "memory",
              "plugins",
              "settings",
              "sockets",
              "spi",
              "stats",
              "threads"),
          room("jaxrs", Server.GLASSFISH));

  private static Room room(String name, Server server, String... imports) {
    return new Room(name, server, new TreeSet<>(List.of(imports)));
  }

  /** Imports, as the table shows them. */
  String importsInShort() {
    long before = ALL.stream().takeWhile(room -> room != this).count();
    return imports.size() <= Math.min(before / 2, MOST_SHOWN)
        ? String.join(", ", imports)
        : "most of the above";
  }

  /** The first sentence of its {@code package-info.java}, with code in back-quotes. */
  String purpose(Path sources) throws IOException {
    String words = story(sources);
    int end = words.indexOf(". ");
    String first = end < 0 ? words : words.substring(0, end);
    return first.replaceAll("\\{@code\\s+([^}]*)}", "`$1`");
  }

  /** The class that its {@code package-info.java} names first. */
  String start(Path sources) throws IOException {
    Matcher link = LINK.matcher(story(sources));
    return link.find() ? link.group(1) : "";
  }

  private String story(Path sources) throws IOException {
    String text = Files.readString(sources.resolve(name).resolve("package-info.java"));
    return text.substring(text.indexOf("/**") + 3, text.indexOf("*/"))
        .replaceAll("\\s*\\n\\s*\\*\\s?", " ")
        .strip();
  }
}
