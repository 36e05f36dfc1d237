package io.sendfile.glassfish.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.listeners.ListenerBinder;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkCheckTest {
  private static final String PART =
      """
      package io.sendfile.glassfish;
      public class Part { long two = 2L; double half = .5; Object other() { return new Other(); } }
      class Other {
        int all(server.Api api) { return api.count + server.Api.made() + api.sum(1, new long[0]) + api.hashCode(); }
        Object later(server.Gone[] gone) { return new server.Gone(); }
      }
      """;
  private static final String API =
      "package server; public class Api { public int count; public static int made() { return 1; }"
          + " public int sum(int a, long[] b) { return a; } }";
  private static final String GONE = "package server; public class Gone {}";

  @TempDir Path folder;

  @Test
  void theServerOfTheseTestsHasAll() {
    assertThat(LinkCheck.missing(ListenerBinder.class)).isEmpty();
  }

  @Test
  void whatTheServerHasIsNotMissing() throws Exception {
    compile("Api", API, "Gone", GONE, "Part", PART);
    assertThat(missing()).isEmpty();
  }

  @Test
  void membersAndClassesThatAreGoneAreNamed() throws Exception {
    compile("Api", API, "Gone", GONE, "Part", PART);
    Files.delete(folder.resolve("server/Gone.class"));
    compile(
        "Api",
        "package server; public class Api { protected int count; public long sum(int a, long[] b)"
            + " { return a; } }");
    assertThat(missing())
        .containsExactly(
            "server.Api.made()I", "server.Api.sum(I[J)I", "server.Gone", "server.Gone.<init>()V");
  }

  private Iterable<String> missing() throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      return LinkCheck.missing(Class.forName("io.sendfile.glassfish.Part", false, loader));
    }
  }

  private void compile(String... namesAndTexts) throws IOException {
    String[] arguments = new String[4 + namesAndTexts.length / 2];
    arguments[0] = "-d";
    arguments[1] = folder.toString();
    arguments[2] = "-cp";
    arguments[3] = folder.toString();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      Path source = folder.resolve(namesAndTexts[i] + ".java");
      Files.writeString(source, namesAndTexts[i + 1]);
      arguments[4 + i / 2] = source.toString();
    }
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
  }
}
