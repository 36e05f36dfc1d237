package io.sendfile.glassfish.it.references;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The classes of jars, of jars within them, and of the JDK; each is read on demand. */
final class Classes implements AutoCloseable {
  private static final String SUFFIX = ".class";
  private static final String OF_WAR = "WEB-INF/classes/";
  private static final String OURS = "io/sendfile/";

  private record Place(ZipFile archive, ZipEntry entry) {}

  private final List<ZipFile> archives = new ArrayList<>();
  private final Map<String, Place> places = new HashMap<>();
  private final Map<String, Optional<Shape>> shapes = new HashMap<>();

  /** Adds a jar, or all jars below a folder. Earlier classes win. */
  void add(Path place) throws IOException {
    List<Path> jars;
    try (Stream<Path> all = Files.walk(place)) {
      jars = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path jar : jars) {
      open(jar);
    }
  }

  private void open(Path jar) throws IOException {
    ZipFile archive = new ZipFile(jar.toFile());
    archives.add(archive);
    for (ZipEntry entry : archive.stream().toList()) {
      String name = entry.getName();
      if (name.endsWith(SUFFIX)) {
        String type = name.startsWith(OF_WAR) ? name.substring(OF_WAR.length()) : name;
        places.putIfAbsent(
            type.substring(0, type.length() - SUFFIX.length()), new Place(archive, entry));
      } else if (name.endsWith(".jar")) {
        openNested(archive, entry);
      }
    }
  }

  private void openNested(ZipFile archive, ZipEntry entry) throws IOException {
    Path copy = Files.createTempFile("nested", ".jar");
    try (InputStream in = archive.getInputStream(entry)) {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      open(copy);
    } finally {
      Files.delete(copy);
    }
  }

  /** Whether the class exists. */
  boolean has(String type) {
    return shape(type).isPresent();
  }

  /** Whether the class has or inherits the method or field. */
  boolean has(String type, String member) {
    return member(type, member).isPresent();
  }

  /** The first name and descriptor with this beginning, of the class or inherited. */
  Optional<String> member(String type, String beginning) {
    return shape(type)
        .flatMap(
            shape ->
                Stream.concat(
                        shape.members().stream().filter(m -> m.startsWith(beginning)),
                        shape.parents().stream().flatMap(p -> member(p, beginning).stream()))
                    .findFirst());
  }

  private Optional<Shape> shape(String type) {
    Optional<Shape> known = shapes.get(type);
    if (known == null) {
      byte[] file = file(type);
      known = file == null ? Optional.empty() : Optional.of(Shape.of(file, type.startsWith(OURS)));
      shapes.put(type, known);
    }
    return known;
  }

  private byte @Nullable [] file(String type) {
    Place place = places.get(type);
    try (InputStream in =
        place == null
            ? ClassLoader.getPlatformClassLoader().getResourceAsStream(type + SUFFIX)
            : place.archive.getInputStream(place.entry)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(type, e);
    }
  }

  /** References of the module's classes. */
  List<Reference> references() {
    return places.keySet().stream()
        .filter(type -> type.startsWith(OURS))
        .map(this::file)
        .flatMap(file -> file == null ? Stream.empty() : Reference.of(file).stream())
        .toList();
  }

  @Override
  public void close() throws IOException {
    for (ZipFile archive : archives) {
      archive.close();
    }
  }
}
