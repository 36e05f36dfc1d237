package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.OutsideFileScenario;
import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Snapshot;
import java.io.IOException;

/** Base of the scenarios with frameworks: a file outside of all roots, and what becomes of it. */
@InContainer
abstract class FrameworkScenario extends OutsideFileScenario {
  /** Handed off whole and in parts, each with the validators that the module gives. */
  Answer isHandedOff(Browser browser, String target) throws IOException {
    Snapshot before = server.probe();

    Answer whole = browser.ask(target).hasStatus(200).isFile(original);

    String etag = String.valueOf(whole.header("ETag"));
    assertThat(etag).startsWith("\"");
    assertThat(whole.header("Content-Length")).isEqualTo(Integer.toString(LENGTH));
    Answer part = browser.ask(target, "Range", "bytes=7-99999").hasStatus(206);
    isPart(part, 7, 99_999);
    assertThat(part.header("ETag")).isEqualTo(etag);
    assertThat(part.header("Content-Range")).isEqualTo("bytes 7-99999/" + LENGTH);
    isPart(browser.ask(target, "Range", "bytes=-50").hasStatus(206), LENGTH - 50, LENGTH - 1);
    browser
        .ask(target, "Range", "bytes=0-9", "If-Range", "\"old\"")
        .hasStatus(200)
        .isFile(original);
    browser.ask(target, "If-None-Match", etag).hasStatus(304);
    Answer head = browser.head(target).hasStatus(200);
    assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(LENGTH));
    assertThat(head.header("ETag")).isEqualTo(etag);
    assertThat(grown("Started", before)).as("transfers of the module").isEqualTo(4);
    return whole;
  }

  /** Copied by the framework, as without the module. */
  Answer isCopied(String target) throws IOException {
    Snapshot before = server.probe();
    Answer answer = ask(target);
    assertThat(grown("Started", before)).isZero();
    return answer;
  }
}
