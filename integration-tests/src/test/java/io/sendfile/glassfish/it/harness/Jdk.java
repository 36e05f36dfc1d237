package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the JDK a server runs on. */
final class Jdk {
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  private Jdk() {}

  static Path forServer(String server) throws IOException {
    String[] range = Settings.javaRange().split("-");
    String variable = server.toUpperCase(Locale.ROOT) + "_JAVA_HOME";
    List<Path> candidates = candidates(System.getenv(variable));
    for (Path candidate : candidates) {
      int version = version(candidate);
      if (version >= Integer.parseInt(range[0]) && version <= Integer.parseInt(range[1])) {
        return candidate;
      }
    }
    throw new IllegalStateException(
        "%s needs a JDK %s, and among %s is none: set %s to the folder of one"
            .formatted(server, Settings.javaRange(), candidates, variable));
  }

  private static List<Path> candidates(@Nullable String named) throws IOException {
    if (named != null) {
      return List.of(Path.of(named));
    }
    Path running = Path.of(System.getProperty("java.home"));
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
