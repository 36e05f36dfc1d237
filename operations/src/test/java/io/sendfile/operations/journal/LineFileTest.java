package io.sendfile.operations.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.OpenDescriptors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineFileTest {
  @TempDir Path temp;

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    try (LineFile file = new LineFile(temp)) {
      assertThat(file.read(lines::add)).isZero();
    }
    return lines;
  }

  @Test
  void linesAreReadInTheirOrder() throws IOException {
    try (LineFile file = new LineFile(temp)) {
      file.add(List.of("one", "two ü€"));
      file.add(List.of());
      file.add(List.of("three"));
    }
    assertThat(lines()).containsExactly("one", "two ü€", "three");
    try (LineFile file = new LineFile(temp)) {
      file.add(List.of("four"));
    }
    assertThat(lines()).containsExactly("one", "two ü€", "three", "four");
  }

  @Test
  void replacedLinesAreGone() throws IOException {
    try (LineFile file = new LineFile(temp)) {
      file.add(List.of("one", "two"));
      file.replace(List.of("three"));
      file.add(List.of("four"));
    }
    assertThat(lines()).containsExactly("three", "four");
    try (LineFile file = new LineFile(temp)) {
      file.replace(List.of());
    }
    assertThat(lines()).isEmpty();
  }

  @Test
  void failedReplacementChangesNothing() throws IOException {
    try (LineFile file = new LineFile(temp)) {
      file.add(List.of("one"));
      Path inTheWay = Files.createDirectories(temp.resolve("lines.new/full"));
      assertThatThrownBy(() -> file.replace(List.of("two"))).isInstanceOf(IOException.class);
      file.add(List.of("three"));
      Files.delete(inTheWay);
      Files.delete(inTheWay.getParent());
    }
    assertThat(lines()).containsExactly("one", "three");
  }

  @Test
  void secondServerIsRefused() throws IOException {
    try (LineFile first = new LineFile(temp)) {
      assertThatThrownBy(() -> new LineFile(temp))
          .hasMessageContaining("is locked: another server writes to this folder");
      first.add(List.of("one"));
    }
    assertThat(lines()).containsExactly("one");
  }

  @Test
  void noDescriptorIsLeftOpen() throws IOException {
    try (LineFile file = new LineFile(temp)) {
      file.add(List.of("one"));
      file.replace(List.of("two"));
    }
    lines();
    assertThat(OpenDescriptors.below(temp)).isEmpty();
  }
}
