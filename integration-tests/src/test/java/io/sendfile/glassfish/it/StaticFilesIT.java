package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With static-files the module sends the files of a docroot, by GlassFish's rules. */
@Timeout(180)
@EachGrizzly
@InContainer
class StaticFilesIT extends StaticFilesScenario {
  @ParameterizedTest
  @EnumSource(Browser.class)
  void filesOfAllSizesAreSentByTheModule(Browser browser) throws Exception {
    for (Path file : List.of(small, large)) {
      publish(file, "a.bin");
      for (int i = 0; i < 3; i++) {
        Answer answer = browser.ask("/static-it/a.bin");
        isOurs(answer, file);
        String etag = String.valueOf(answer.header("ETag"));
        assertThat(answer.header("Last-Modified")).isEqualTo("Sat, 03 Feb 2024 04:05:06 GMT");
        assertThat(browser.head("/static-it/a.bin").header("ETag")).isEqualTo(etag);
        browser.ask("/static-it/a.bin", "If-None-Match", etag).hasStatus(304);
        browser.ask("/static-it/a.bin", "If-Match", "\"other\"").hasStatus(412);
        Answer part = browser.ask("/static-it/a.bin", "Range", "bytes=5-999", "If-Range", etag);
        assertThat(part.hasStatus(206).digest())
            .isEqualTo(TestFiles.digest(Arrays.copyOfRange(Files.readAllBytes(file), 5, 1000)));
        browser.ask("/static-it/a.bin", "Range", "bytes=9000000-").hasStatus(416);
        assertThat(browser.ask("/it/hello").text()).isEqualTo("hello");
      }
    }
  }

  /** GlassFish sends a file of unknown type without a Content-Type. */
  @Test
  void mediaTypeIsOursWhereGlassFishKnowsNone() throws Exception {
    publish(small, "a.mp4");
    publish(small, "a.txt");

    assertThat(ask("/static-it/a.mp4").header("Content-Type")).isEqualTo("video/mp4");
    assertThat(ask("/static-it/a.txt").header("Content-Type")).isEqualTo("text/plain");
  }

  @Test
  void largeFilesGoByZeroCopy() throws Exception {
    publish(large, "zero.bin");
    Snapshot before = server.probe();

    isOurs(ask("/static-it/zero.bin"), large);

    awaitGrown("BytesZeroCopy", 1 << 20, before);
  }

  @Test
  void changesOfFilesHoldAtOnce() throws Exception {
    for (int i = 0; i < 5; i++) {
      publish(i % 2 == 0 ? small : large, "new.tmp");
      Files.move(
          folder.resolve("new.tmp"),
          folder.resolve("changed.bin"),
          StandardCopyOption.REPLACE_EXISTING);
      isOurs(ask("/static-it/changed.bin"), i % 2 == 0 ? small : large);
      isOurs(ask("/static-it/changed.bin"), i % 2 == 0 ? small : large);
    }
    Files.delete(folder.resolve("changed.bin"));
    // GlassFish, which answers here, caches small files for five seconds.
    Await.until("not found", SOON, () -> ask("/static-it/changed.bin").status() == 404);
  }

  @Test
  void foldersWelcomeFilesAndLinksAreTheServersBusiness() throws Exception {
    Answer redirect = ask("/static-it/sub");
    assertThat(redirect.status()).isIn(301, 302);
    assertThat(redirect.header("Location")).endsWith("/static-it/sub/");
    Files.createSymbolicLink(folder.resolve("link.bin"), small);
    // Payara's own servlet follows links.
    int linked = Settings.payara() ? 200 : 404;
    ask("/static-it/link.bin").hasStatus(linked).leaksNothing();
    publish(small, "sub/index.html");
    ask("/static-it/sub/").hasStatus(200).isFile(small);
    ask("/static-it/sub/index.html/").hasStatus(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/static-it/../static-it/way.bin", "/static-it//way.bin", "/static-it/./way.bin",
        "/static-it/way.bin;jsessionid=1", "/static-it/%77ay.bin", "/static-it/way.bin?query",
      })
  void everyWayToWriteAPathMeansTheSameFile(String target) throws Exception {
    publish(small, "way.bin");

    ask(target).hasStatus(200).isFile(small);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/static/WEB-INF/hidden.txt",
        "/static/web-inf/hidden.txt",
        "/static/%57EB-INF/hidden.txt",
        "/static/x/../WEB-INF/hidden.txt",
        "/static/META-INF/MANIFEST.MF",
        "/static/page.txt/",
        "/static/none",
      })
  void hiddenAndMissingFilesAreNotFound(String target) throws Exception {
    withApplication(
        staticApplication("static"),
        () -> {
          ask("/static/page.txt").hasStatus(200);
          for (int i = 0; i < 2; i++) {
            Answer answer = ask(target);
            assertThat(answer.status()).isIn(400, 404);
            assertThat(new String(answer.start(), StandardCharsets.UTF_8))
                .doesNotContain("hidden", "Manifest");
          }
        });
  }
}
