package io.sendfile.core.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.Views;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole conversations, written to be read: request, the application's answer, response. The file is
 * always the same: 200 bytes of 1 January 2026, in lines of ten that begin with their position.
 * Lines end with LF here, and with CRLF in headers on the wire; the server adds a missing Date.
 */
class TranscriptTest {
  private static final byte[] FILE = Planning.content(200);

  static Stream<Path> transcripts() throws IOException, URISyntaxException {
    URL folder = TranscriptTest.class.getResource("/transcripts");
    return Files.list(Path.of(folder.toURI()))
        .filter(path -> path.toString().endsWith(".http"))
        .sorted();
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void answersAsWritten(Path transcript) throws IOException {
    String[] sections = Files.readString(transcript).split("--- .*\n", -1);
    assertThat(sections).as("comment, request, application, client").hasSize(4);
    String method = sections[1].substring(0, sections[1].indexOf(' '));
    String[] application = headers(sections[2]);
    ResponsePlan plan =
        Planning.planner(16, EtagMode.STRONG)
            .plan(
                Views.request(method, headers(sections[1])),
                Views.response(status(sections[2]), application),
                Planning.file(FILE.length),
                Planning.NOW);
    assertThat(text(Answered.of(plan, FILE, application))).isEqualTo(sections[3]);
  }

  private static int status(String section) {
    return Integer.parseInt(section.substring("HTTP/1.1 ".length(), section.indexOf('\n')));
  }

  private static String[] headers(String section) {
    List<String> headers = new ArrayList<>();
    for (String line : section.substring(section.indexOf('\n') + 1).split("\n")) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        headers.add(line.substring(0, colon));
        headers.add(line.substring(colon + 2));
      }
    }
    return headers.toArray(String[]::new);
  }

  private static String text(Answered answered) {
    StringBuilder text = new StringBuilder("HTTP/1.1 " + answered.status() + "\n");
    for (HeaderField field : answered.headers()) {
      text.append(field.name()).append(": ").append(field.value()).append('\n');
    }
    String body = new String(answered.body(), StandardCharsets.US_ASCII).replace("\r\n", "\n");
    return text.append('\n').append(body).toString();
  }
}
