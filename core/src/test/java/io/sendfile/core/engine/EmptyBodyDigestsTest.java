package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.content.HeaderField;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Views;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A filter of the application that hashes the body, which is empty. */
class EmptyBodyDigestsTest extends EngineFixture {
  private static final String OF_NOTHING = "\"0d41d8cd98f00b204e9800998ecf8427e\"";

  @RegisterExtension
  private final CapturedLog log = new CapturedLog("io.sendfile.glassfish.engine");

  private static ResponseView response(int status, String file) {
    return Views.response(
        status,
        "X-Sendfile",
        "files:" + file,
        "ETag",
        OF_NOTHING,
        "Content-MD5",
        "1B2M2Y8AsgTpgAmY7PhCfg==");
  }

  private Decision.Send send(String file, String method, String... fields) {
    Decision.Send send =
        (Decision.Send) decideAt("any", Views.request(method, fields), response(200, file), null);
    send.file().close();
    return send;
  }

  @Test
  void tagsAreThoseOfTheFiles() throws IOException {
    Files.writeString(directory.resolve("g"), "hello, world");

    assertThat(send("f", "GET").plan().etag()).isNotEqualTo(OF_NOTHING).isNotEmpty();
    assertThat(send("f", "GET").plan().etag()).isNotEqualTo(send("g", "GET").plan().etag());
  }

  @Test
  void noConditionHoldsByThem() {
    assertThat(send("f", "GET", "If-None-Match", OF_NOTHING).plan().status()).isEqualTo(200);
    assertThat(send("f", "GET", "Range", "bytes=1-", "If-Range", OF_NOTHING).plan().status())
        .isEqualTo(200);
    Decision.Send answered304 =
        (Decision.Send)
            decideAt(
                "any", Views.request("GET", "If-None-Match", OF_NOTHING), response(304, "f"), null);
    answered304.file().close();
    assertThat(answered304.plan().status()).isEqualTo(200);
  }

  @Test
  void noKindOfAnswerHasThem() {
    Stream.of(
            send("f", "GET"),
            send("f", "HEAD"),
            send("f", "POST"),
            send("f", "GET", "Range", "bytes=1-2"),
            send("f", "GET", "Range", "bytes=9-"),
            send("f", "GET", "If-Match", "\"other\""))
        .forEach(
            each -> {
              assertThat(each.plan().drop()).contains("ETag", "Content-MD5");
              assertThat(each.plan().set())
                  .extracting(HeaderField::value)
                  .doesNotContain(OF_NOTHING);
            });
  }

  @Test
  void applicationIsNamedOnceInTheLog() {
    send("f", "GET");
    send("f", "GET");

    assertThat(log.warnings())
        .singleElement()
        .asString()
        .contains("application 'shop'", "ETag: " + OF_NOTHING, "leave hand-offs out");
  }

  @Test
  void othersStay() {
    Decision.Send send =
        (Decision.Send) decide(200, "X-Sendfile", "files:f", "ETag", "\"own\"", "Digest", "a=b");
    send.file().close();

    assertThat(send.plan().etag()).isEqualTo("\"own\"");
    assertThat(send.plan().drop()).doesNotContain("Digest");
    assertThat(log.lines()).isEqualTo(List.of());
  }
}
