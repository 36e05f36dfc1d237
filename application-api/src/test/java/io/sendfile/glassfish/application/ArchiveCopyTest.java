package io.sendfile.glassfish.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

class ArchiveCopyTest extends PlainServer {
  @Test
  void writesArchives() throws Exception {
    Map<String, Path> files = new TreeMap<>(Map.of("a/b.txt", file, "ü", file));
    HttpResponse<byte[]> response =
        get((request, answer) -> Archive.of(files).send(request, answer));

    assertThat(response.headers().firstValue("Content-Type")).contains("application/zip");
    Path copy = Files.write(folder.resolve("copy.zip"), response.body());
    try (ZipFile zip = new ZipFile(copy.toFile())) {
      assertThat(zip.size()).isEqualTo(2);
      assertThat(zip.getInputStream(zip.getEntry("ü")).readAllBytes()).isEqualTo(bytes);
    }
    assertThat(ask("HEAD").headers().firstValue("Content-Type")).contains("application/zip");
  }

  @Test
  void archiveThatIsCopiedTakesThePlaceOfWhatWasPassedBefore() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              request.setAttribute(SendfileResponse.FILE, true);
              SendfileResponse.send(request, answer, file);
              answer.setStatus(410);
              answer.getOutputStream().print("dropped");
              Archive.of(Map.of("a", file)).send(request, answer);
              assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(true);
            });
    assertThat(response.body()).startsWith('P', 'K');
  }

  @Test
  void filesAreOpenedByTheCallUpToSomeNumber() throws Exception {
    Map<String, Path> many = new HashMap<>();
    for (int i = 0; i < Archive.MOST_FILES; i++) {
      many.put("f" + i, file);
    }
    List<Object> opened = new ArrayList<>();
    ToLongFunction<Object> opener =
        files -> {
          opened.add(files);
          return 1;
        };
    List<Object> passed = new ArrayList<>();
    Archive held = Archive.of(many);
    many.put("one more", file);
    Archive stored = Archive.ofStored(many);
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              request.setAttribute(SendfileResponse.FILE, true);
              request.setAttribute(SendfileResponse.OPENER, opener);
              held.send(request, answer);
              passed.add(request.getAttribute(SendfileResponse.FILE));
              stored.send(request, answer);
              passed.add(request.getAttribute(SendfileResponse.FILE));
            });

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(passed).element(1).isEqualTo(many);
    many.remove("one more");
    assertThat(passed).element(0).isEqualTo(many);
    assertThat(opened).containsExactly(many);
  }

  @Test
  void refusesMoreFilesThanAreHeldOpen() {
    Map<String, Path> many = new HashMap<>();
    for (int i = 0; i <= Archive.MOST_FILES; i++) {
      many.put("f" + i, file);
    }
    assertThatThrownBy(() -> Archive.of(many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("1001 files", "Archive.ofStored");
  }

  @Test
  void refusesArchivesBeforeAnythingIsSent() throws Exception {
    for (String name :
        new String[] {"", "/a", "../a", "a/../b", "a\\b", "\\a", "c:a", "a\n", "a/"}) {
      assertThatThrownBy(() -> Archive.of(Map.of(name, file)))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class);
    }
    Archive.of(Map.of("a".repeat(0xFFFF), file));
    assertThatThrownBy(() -> Archive.of(Map.of("a".repeat(0x10000), file)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Archive.of(Map.of())).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Archive.of(Map.of("a/b", file, "a/b/c", file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'a/b'", "'a/b/c'");
  }
}
