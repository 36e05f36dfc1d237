package io.sendfile.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.machine.Threads.Carriers;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine finds the faults of {@code faults.txt}, each put into the engine for itself: {@code
 * -Dmachine.faults=all} plays the fixed seeds with each, and then 4000 others; {@code
 * -Dmachine.faults=drain} takes those with that word in their names.
 */
class PlantedFaultsTest {
  private static final Path SOURCES = Path.of("src", "main", "java", "io", "sendfile", "core");

  /** Seeds besides the fixed ones: about as many as a processor plays in a minute. */
  private static final long MOST_NEW = 4000;

  private static final long FIRST_NEW = 1_000_000;

  @TempDir Path folder;

  /** One fault: a text in a file of core, and what replaces it. */
  private record Fault(String name, String kind, String file, String text, String replacement) {
    static List<Fault> all() throws IOException {
      try (InputStream table = PlantedFaultsTest.class.getResourceAsStream("faults.txt")) {
        byte[] bytes = Objects.requireNonNull(table, "faults.txt").readAllBytes();
        List<Fault> all = new ArrayList<>();
        for (String part : new String(bytes, StandardCharsets.UTF_8).split("\n\n", -1)) {
          if (!part.startsWith("#")) {
            all.add(of(part.lines().toList()));
          }
        }
        return all;
      }
    }

    private static Fault of(List<String> lines) {
      String[] head = lines.get(0).split(" \\| ", 3);
      return new Fault(head[0], head[1], head[2], marked(lines, "-"), marked(lines, "+"));
    }

    private static String marked(List<String> lines, String mark) {
      return lines.stream()
          .filter(line -> line.startsWith(mark))
          .map(line -> line.substring(1))
          .collect(Collectors.joining("\n"));
    }

    String source() throws IOException {
      return Files.readString(SOURCES.resolve(file));
    }
  }

  /** Plays seeds with the classes beside which it was loaded; returns a broken rule, or null. */
  static final class Player implements LongFunction<@Nullable String> {
    private final Carriers carriers = new Carriers();

    @Override
    public @Nullable String apply(long seed) {
      try {
        return Schedule.run(seed, Set.of(), false, carriers).failure();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Classes of core with a fault; all others are those of this test. */
  private static final class WithFault extends URLClassLoader {
    WithFault(URL... folders) {
      super(folders, PlantedFaultsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.sendfile.core.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? findClass(name) : known;
      }
    }
  }

  @Test
  void eachHasItsPlaceInTheSources() throws IOException {
    for (Fault fault : Fault.all()) {
      assertThat(fault.source().split(Pattern.quote(fault.text()), -1))
          .as("parts around the text of the fault '%s' in %s", fault.name(), fault.file())
          .hasSize(2);
    }
  }

  @Test
  void eachBreaksARule() throws Exception {
    String wanted = System.getProperty("machine.faults");
    if (wanted == null) {
      return;
    }
    List<String> missed = new ArrayList<>();
    for (Fault fault : Fault.all()) {
      if ((wanted.equals("all") || fault.name().contains(wanted)) && !isFound(fault)) {
        missed.add(fault.name());
      }
    }
    assertThat(missed).as("faults that no schedule found").isEmpty();
  }

  private boolean isFound(Fault fault) throws Exception {
    try (WithFault classes =
        new WithFault(compiled(fault), home(SendfileEngine.class), home(Player.class))) {
      Constructor<?> made = classes.loadClass(Player.class.getName()).getDeclaredConstructor();
      made.setAccessible(true);
      @SuppressWarnings("unchecked")
      LongFunction<@Nullable String> player = (LongFunction<@Nullable String>) made.newInstance();
      List<Long> seeds =
          LongStream.concat(
                  LongStream.range(0, MachineTest.FIXED_SEEDS),
                  LongStream.range(FIRST_NEW, FIRST_NEW + MOST_NEW))
              .boxed()
              .toList();
      for (int played = 0; played < seeds.size(); played++) {
        String broken = player.apply(seeds.get(played));
        if (broken != null) {
          System.out.printf(
              "%s (%s): schedule %d, seed %d: %s%n",
              fault.name(),
              fault.kind(),
              played + 1,
              seeds.get(played),
              broken.lines().findFirst().orElse(""));
          return true;
        }
      }
      System.out.printf("%s (%s): not found%n", fault.name(), fault.kind());
      return false;
    }
  }

  private URL compiled(Fault fault) throws IOException {
    Path place = Files.createTempDirectory(folder, "fault");
    Path source = place.resolve(Path.of(fault.file()).getFileName());
    Files.writeString(source, fault.source().replace(fault.text(), fault.replacement()));
    String classPath =
        path(home(SendfileEngine.class))
            + File.pathSeparator
            + path(home(Nullable.class))
            + File.pathSeparator
            + System.getProperty("java.class.path");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-nowarn",
                "-proc:none",
                "-d",
                place.toString(),
                "-cp",
                classPath,
                source.toString());
    assertThat(status).as("result of the compiler for the fault '%s'", fault.name()).isZero();
    return url(place);
  }

  private static URL home(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private static String path(URL home) {
    try {
      return Path.of(home.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static URL url(Path place) {
    try {
      return place.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
