package io.sendfile.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.machine.Steps.Result;
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
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine finds the faults of a table, each put into the product for itself: {@code
 * -Dmachine.faults=all} plays the fixed seeds with each, and then 4000 others; {@code
 * -Dmachine.faults=drain} takes those with that word in their names.
 */
abstract class PlantedFaults {
  /** Seeds besides the fixed ones: about as many as a processor plays in a minute. */
  private static final long MOST_NEW = 4000;

  private static final long FIRST_NEW = 1_000_000;

  private final Path sources;
  private final String table;
  private final Class<? extends Player> player;
  private final List<Class<?>> homes;

  @TempDir Path folder;

  /**
   * @param sources folder of the files that the table names
   * @param player plays the fixed seeds and others
   * @param others beside the player, classes of the folders and archives that know the faults
   */
  PlantedFaults(String sources, String table, Class<? extends Player> player, Class<?>... others) {
    this.sources = Path.of("src", "main", "java", "io", "sendfile").resolve(sources);
    this.table = table;
    this.player = player;
    this.homes = Stream.concat(Stream.of(player), Stream.of(others)).toList();
  }

  /** One fault: a text in a file, and what replaces it. */
  private record Fault(String name, String kind, Path file, String text, String replacement) {
    static Fault of(Path sources, List<String> lines) {
      String[] head = lines.get(0).split(" \\| ", 3);
      Path file = sources.resolve(head[2]);
      return new Fault(head[0], head[1], file, marked(lines, "-"), marked(lines, "+"));
    }

    private static String marked(List<String> lines, String mark) {
      return lines.stream()
          .filter(line -> line.startsWith(mark))
          .map(line -> line.substring(1))
          .collect(Collectors.joining("\n"));
    }

    String source() throws IOException {
      return Files.readString(file);
    }
  }

  private List<Fault> all() throws IOException {
    try (InputStream of = getClass().getResourceAsStream(table)) {
      byte[] bytes = Objects.requireNonNull(of, table).readAllBytes();
      List<Fault> all = new ArrayList<>();
      for (String part : new String(bytes, StandardCharsets.UTF_8).split("\n\n", -1)) {
        if (!part.startsWith("#")) {
          all.add(Fault.of(sources, part.lines().toList()));
        }
      }
      return all;
    }
  }

  /** Plays seeds with the classes beside which it was loaded; returns a broken rule, or null. */
  abstract static class Player implements LongFunction<@Nullable String> {
    private final Carriers carriers = new Carriers();

    abstract Result play(long seed, Carriers with) throws InterruptedException;

    @Override
    public final @Nullable String apply(long seed) {
      try {
        return play(seed, carriers).failure();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Classes with a fault, and all that know them; others are those of this test. */
  private static final class WithFault extends URLClassLoader {
    WithFault(URL... folders) {
      super(folders, PlantedFaults.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? find(name, resolve) : known;
      }
    }

    private Class<?> find(String name, boolean resolve) throws ClassNotFoundException {
      try {
        return findClass(name);
      } catch (ClassNotFoundException e) {
        return super.loadClass(name, resolve);
      }
    }
  }

  @Test
  void eachHasItsPlaceInTheSources() throws IOException {
    for (Fault fault : all()) {
      assertThat(fault.source().split(Pattern.quote(fault.text()), -1))
          .as("parts around the text of the fault '%s' in %s", fault.name(), fault.file())
          .hasSize(2);
    }
  }

  @Test
  @Timeout(7200)
  void eachBreaksARule() throws Exception {
    String wanted = System.getProperty("machine.faults");
    if (wanted == null) {
      return;
    }
    List<String> missed = new ArrayList<>();
    for (Fault fault : all()) {
      if ((wanted.equals("all") || fault.name().contains(wanted)) && !isFound(fault)) {
        missed.add(fault.name());
      }
    }
    assertThat(missed).as("faults that no schedule found").isEmpty();
  }

  private boolean isFound(Fault fault) throws Exception {
    URL[] folders =
        Stream.concat(Stream.of(compiled(fault)), homes.stream().map(PlantedFaults::home))
            .toArray(URL[]::new);
    try (WithFault classes = new WithFault(folders)) {
      Constructor<?> made = classes.loadClass(player.getName()).getDeclaredConstructor();
      made.setAccessible(true);
      @SuppressWarnings("unchecked")
      LongFunction<@Nullable String> loaded = (LongFunction<@Nullable String>) made.newInstance();
      List<Long> seeds =
          LongStream.concat(
                  LongStream.range(0, SchedulesTest.FIXED_SEEDS),
                  LongStream.range(FIRST_NEW, FIRST_NEW + MOST_NEW))
              .boxed()
              .toList();
      for (int played = 0; played < seeds.size(); played++) {
        String broken = loaded.apply(seeds.get(played));
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
    Path source = place.resolve(fault.file().getFileName());
    Files.writeString(source, fault.source().replace(fault.text(), fault.replacement()));
    String classPath =
        Stream.concat(homes.stream(), Stream.of(Nullable.class))
                .map(home -> path(home(home)))
                .collect(Collectors.joining(File.pathSeparator))
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
