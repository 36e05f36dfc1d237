package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.HeaderField;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.HttpDate;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.Views;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files replaced by others of the same size and the same fixed time, for all ways of sending. */
class ReplacedFilesTest extends EngineFixture {
  /** That of a build, which all files of the folder have. */
  private static final long EPOCH = 1_700_000_000;

  private enum Way {
    HEADER,
    STATIC,
    ARCHIVE
  }

  private void write(String name, String content, long second) throws IOException {
    Path fresh = Files.writeString(temp.resolve("fresh"), content);
    Files.setLastModifiedTime(fresh, FileTime.from(Instant.ofEpochSecond(second)));
    Files.move(fresh, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private ResponsePlan plan(Way way, String... headers) throws InterruptedException {
    RequestView request = Views.request("GET", headers);
    Decision.Send send =
        switch (way) {
          case HEADER ->
              (Decision.Send)
                  decideAt("any", request, Views.response(200, "X-Sendfile", "files:f"), null);
          case STATIC ->
              (Decision.Send)
                  engine
                      .at("any")
                      .serve(
                          request,
                          Views.response(200),
                          new Target.Static(directory, "f"),
                          Origin.UNKNOWN);
          case ARCHIVE -> (Decision.Send) passArchive(request, Map.of("f", directory.resolve("f")));
        };
    assertThat(send).isNotNull();
    send.file().close();
    return send.plan();
  }

  private static String field(ResponsePlan plan, String name) {
    return plan.set().stream()
        .filter(field -> field.name().equals(name))
        .map(HeaderField::value)
        .findFirst()
        .orElse("");
  }

  @ParameterizedTest
  @CsvSource({
    "strong, 0",
    "strong, 1",
    "strong, 315532801",
    "strong, 1700000000",
    "strong-inode, 0",
    "strong-inode, 1700000000",
    "weak, 0",
    "weak, 1700000000",
    "none, 0",
    "none, 1700000000"
  })
  void areNewToEveryClient(String etag, long second) throws Exception {
    engine.apply(settings("ETAG", etag));
    String date = HttpDate.format(Instant.now());
    write("g", "other", second);
    for (Way way : Way.values()) {
      write("f", "hello", second);
      ResponsePlan before = plan(way);
      assertThat(field(before, "Last-Modified")).isEmpty();
      String tag = before.etag();
      assertThat(tag.isEmpty()).isEqualTo(etag.equals("none"));
      assertThat(plan(way, "If-None-Match", tag).status()).isEqualTo(tag.isEmpty() ? 200 : 304);
      write("f", "HELLO", second);
      assertThat(plan(way, "If-None-Match", tag).status()).isEqualTo(200);
      assertThat(plan(way, "If-Modified-Since", date).status()).isEqualTo(200);
      for (String validator : List.of(tag, date, HttpDate.format(Instant.ofEpochSecond(second)))) {
        ResponsePlan resumed = plan(way, "Range", "bytes=2-", "If-Range", validator);
        assertThat(resumed.status()).as("%s %s", way, validator).isEqualTo(200);
      }
      if (!tag.isEmpty()) {
        assertThat(plan(way, "If-Match", tag).status()).isEqualTo(412);
        assertThat(plan(way).etag()).isNotEqualTo(tag);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, EPOCH})
  void siblingsOfTheOldOnesAreNotSent(long second) throws Exception {
    engine.apply(settings("PRECOMPRESSED", "true"));
    write("g", "other", second);
    write("f", "hello", second);
    write("f.gz", "packed", second);
    String[] accept = {"Accept-Encoding", "gzip"};
    assertThat(field(plan(Way.HEADER, accept), "Content-Encoding")).isEqualTo("gzip");
    write("f", "HELLO", second);
    assertThat(field(plan(Way.HEADER, accept), "Content-Encoding")).isEmpty();
    String plain = plan(Way.HEADER, accept).etag();
    write("f.gz", "PACKED", second);
    assertThat(field(plan(Way.HEADER, accept), "Content-Encoding")).isEqualTo("gzip");
    assertThat(plan(Way.HEADER, accept).etag()).isNotEqualTo(plain).endsWith("-gzip\"");
  }

  @Test
  void explanationSaysWhyAndHasTheSameTag() throws Exception {
    write("f", "hello", 1);
    // It is weak for a moment.
    String tag = plan(Way.HEADER).etag().replace("W/", "");
    Question question = new Question("X-Sendfile", "files:f", "GET", List.of(), Origin.UNKNOWN);
    assertThat(engine.at("any").explainer().explain(question).lines())
        .extracting(line -> line.topic() + " | " + line.text())
        .anyMatch(line -> line.startsWith("header | ETag: ") && line.endsWith(tag))
        .noneMatch(line -> line.contains("header | Last-Modified"))
        .anyMatch(line -> line.startsWith("fixed time | builds give this time of change"));
  }
}
