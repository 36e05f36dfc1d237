package io.sendfile.glassfish.content;

import static io.sendfile.glassfish.content.Responses.request;
import static io.sendfile.glassfish.content.Responses.response;

import io.sendfile.glassfish.files.FileFacts;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/** One file and one moment, for tests of the planner. */
final class Planning {
  static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  static final String TAG = "\"6955b900.0-3e8\"";
  static final String MODIFIED = "Thu, 01 Jan 2026 00:00:00 GMT";
  static final byte[] CONTENT = content(1000);

  private Planning() {}

  /** Lines of ten characters that tell their position: {@code 000000000\n000000010\n}. */
  static byte[] content(int size) {
    StringBuilder text = new StringBuilder(size + 10);
    while (text.length() < size) {
      text.append(String.format("%09d\n", text.length()));
    }
    return text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
  }

  static ResponsePlanner planner(PlanRules rules) {
    return new ResponsePlanner(rules, MediaTypes.COMMON, () -> "BOUNDARY");
  }

  static Representation file(long size) {
    FileTime modified = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
    return Representation.plain(new FileFacts(size, modified, null), "dir/report.txt");
  }

  /** The answer to GET for 1000 bytes, by an application that says nothing but 200. */
  static Answered get(String... requestHeaders) {
    return answer("GET", 200, new String[0], requestHeaders);
  }

  static Answered answer(
      String method, int status, String[] applicationHeaders, String... requestHeaders) {
    ResponsePlan plan =
        planner(PlanRules.DEFAULTS)
            .plan(
                request(method, requestHeaders),
                response(status, applicationHeaders),
                file(CONTENT.length),
                NOW);
    return Answered.of(plan, CONTENT, applicationHeaders);
  }

  static String[] app(String... namesAndValues) {
    return namesAndValues;
  }
}
