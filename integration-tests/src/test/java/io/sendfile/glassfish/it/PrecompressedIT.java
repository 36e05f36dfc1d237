package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Precompressed siblings that are sent in place of a file. */
@Timeout(120)
@OnGrizzly
class PrecompressedIT extends Scenario {
  @ParameterizedTest
  @EnumSource(Browser.class)
  void siblingGoesToTheClientThatTakesItsCoding(Browser browser) throws Exception {
    configure("precompressed", "true");
    Path plain = TestFiles.page();
    Path sibling = TestFiles.compressed(plain);
    String target =
        Play.steps(sendfile(plain), "header:Repr-Digest=sha-256=:AA==:", "body:dropped");

    Answer coded = browser.ask(target, "Accept-Encoding", "gzip").hasStatus(200).isFile(sibling);
    Answer whole = browser.ask(target).hasStatus(200).isFile(plain);

    assertThat(coded.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(whole.header("Content-Encoding")).isNull();
    assertThat(coded.header("Repr-Digest")).as("that of the plain file").isNull();
    assertThat(whole.header("Repr-Digest")).isEqualTo("sha-256=:AA==:");
    for (Answer answer : List.of(coded, whole)) {
      assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
      assertThat(answer.header("Content-Type")).startsWith("text/plain");
      assertThat(answer.header("ETag")).isNotNull();
    }
    assertThat(coded.header("ETag")).isNotEqualTo(whole.header("ETag"));
    String tag = String.valueOf(coded.header("ETag"));
    browser.ask(target, "Accept-Encoding", "gzip", "If-None-Match", tag).hasStatus(304);
    browser.ask(target, "If-None-Match", tag).hasStatus(200).isFile(plain);
    Answer part = browser.ask(target, "Accept-Encoding", "gzip", "Range", "bytes=0-9");
    assertThat(part.hasStatus(206).header("Content-Range"))
        .isEqualTo("bytes 0-9/" + Files.size(sibling));
    try (InputStream in = new GZIPInputStream(Files.newInputStream(sibling))) {
      assertThat(TestFiles.digest(in.readAllBytes())).isEqualTo(TestFiles.digest(plain));
    }
  }

  @Test
  void siblingStaysUnusedUnlessSwitchedOnAndFresh() throws Exception {
    Path plain = TestFiles.page();
    Path sibling = TestFiles.compressed(plain);
    String target = Play.steps(sendfile(plain));

    Answer off = ask(target, "Accept-Encoding: gzip").hasStatus(200).isFile(plain);
    assertThat(off.header("Vary")).isNull();
    configure("precompressed", "true");
    ask(target, "Accept-Encoding: gzip").hasStatus(200).isFile(sibling);
    ask(target, "Accept-Encoding: gzip;q=0, br").hasStatus(200).isFile(plain);
    Files.setLastModifiedTime(sibling, FileTime.fromMillis(1_000_000));
    ask(target, "Accept-Encoding: gzip").hasStatus(200).isFile(plain);
  }
}
