package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the JDK a server runs on. */
final class Jdk {
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
  private static final int GLASSFISH8_NEEDS = 21;

  private Jdk() {}

  static Path forServer(String server) throws IOException {
    Path running = Path.of(System.getProperty("java.home"));
    return server.equals("8") ? forGlassFish8(running) : running;
  }

  private static Path forGlassFish8(Path running) throws IOException {
    for (Path candidate : candidates(running)) {
      if (version(candidate) >= GLASSFISH8_NEEDS) {
        return candidate;
      }
    }
    throw new IllegalStateException(
        "GlassFish 8 needs a JDK 21 or later, and among "
            + candidates(running)
            + " is none: set GLASSFISH8_JAVA_HOME to the folder of one");
  }

  private static List<Path> candidates(Path running) throws IOException {
    String named = System.getenv("GLASSFISH8_JAVA_HOME");
    if (named != null) {
      return List.of(Path.of(named));
    }
    List<Path> candidates = new ArrayList<>(List.of(running));
    String home = System.getProperty("user.home");
    for (String folder :
        List.of(
            "/usr/lib/jvm",
            "/usr/java",
            "/opt/java",
            "/opt",
            home + "/.jdks",
            home + "/.sdkman/candidates/java")) {
      if (Files.isDirectory(Path.of(folder))) {
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
          entries.sorted().forEach(candidates::add);
        }
      }
    }
    return candidates;
  }

  private static int version(Path jdk) throws IOException {
    Path release = jdk.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(jdk.resolve("bin/javac"))) {
      return 0;
    }
    Matcher matcher = VERSION.matcher(Files.readString(release));
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
