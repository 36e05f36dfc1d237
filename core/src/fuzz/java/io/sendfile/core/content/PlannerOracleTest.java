package io.sendfile.core.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.core.content.MultipartReader.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random requests with any mixture of conditions and ranges: the answer has the status a plain
 * reading of RFC 9110 sections 13.2.2 and 14.2 gives, every byte in it is the file's at the place
 * it claims, its length is as announced, and it is never longer than the file plus part headers.
 */
class PlannerOracleTest {
  private static final int ROUNDS = 5_000;
  private static final String TAG = Planning.TAG;
  private static final List<String> TAGS =
      List.of(TAG, "W/" + TAG, "\"other\"", "*", "\"other\", " + TAG, "garbage");
  private static final String BEFORE = "Wed, 31 Dec 2025 23:59:59 GMT";
  private static final String AFTER = "Fri, 02 Jan 2026 00:00:00 GMT";
  private static final List<String> DATES = List.of(BEFORE, Planning.MODIFIED, AFTER, "garbage");

  /** Longest part header of the test's type, with its delimiter. */
  private static final int PART_HEADER = 120;

  @SeededTest(fixed = 2)
  void everyAnswerIsRightAndBounded(SplittableRandom random) {
    int[] counts = new int[600];
    for (int round = 0; round < ROUNDS; round++) {
      counts[check(new Case(random))]++;
    }
    for (int status : List.of(200, 206, 304, 412, 416)) {
      assertThat(counts[status]).as("answers of status " + status).isGreaterThan(ROUNDS / 500);
    }
  }

  private static int check(Case c) {
    Answered answered = Planning.answer(c.method, c.status, c.application(), c.request());
    assertThat(answered.status()).as(c.toString()).isEqualTo(c.expected());
    boolean hasBody = answered.status() < 300 && !c.method.equals("HEAD");
    if (hasBody) {
      assertThat(answered.header("Content-Length"))
          .as(c.toString())
          .isEqualTo(Integer.toString(answered.body().length));
      int headers = PART_HEADER * (c.ranges.size() + 1);
      assertThat(answered.body().length).isLessThanOrEqualTo(Planning.CONTENT.length + headers);
    } else {
      assertThat(answered.body()).as(c.toString()).isEmpty();
    }
    if (answered.status() == 206) {
      checkParts(c, answered);
    } else if (hasBody) {
      assertThat(answered.body()).as(c.toString()).isEqualTo(Planning.CONTENT);
    }
    return answered.status();
  }

  private static void checkParts(Case c, Answered answered) {
    List<String> places = new ArrayList<>();
    List<byte[]> bodies = new ArrayList<>();
    if (answered.header("Content-Range").isEmpty()) {
      for (Part part : MultipartReader.read(answered.header("Content-Type"), answered.body())) {
        places.add(part.headers().get("content-range"));
        bodies.add(part.body().getBytes(StandardCharsets.ISO_8859_1));
      }
      assertThat(bodies).as(c.toString()).hasSizeGreaterThan(1);
    } else {
      places.add(answered.header("Content-Range"));
      bodies.add(answered.body());
    }
    boolean[] sent = new boolean[Planning.CONTENT.length];
    for (int i = 0; i < places.size(); i++) {
      String[] place = places.get(i).split("[ /-]");
      int first = Integer.parseInt(place[1]);
      int last = Integer.parseInt(place[2]);
      assertThat(place[3]).isEqualTo(Integer.toString(sent.length));
      assertThat(bodies.get(i))
          .as(c.toString())
          .isEqualTo(Arrays.copyOfRange(Planning.CONTENT, first, last + 1));
      Arrays.fill(sent, first, last + 1, true);
    }
    for (int[] range : c.ranges) {
      for (int at = range[0]; at <= Math.min(range[1], sent.length - 1); at++) {
        assertThat(sent[at]).as(c + " byte " + at).isTrue();
      }
    }
  }

  /** A random request with what is known about it. */
  private static final class Case {
    private final String method;
    private final int status;
    private final boolean noRanges;
    private final String match;
    private final String unmodified;
    private final String noneMatch;
    private final String modified;
    private final String ifRange;
    private final List<int[]> ranges = new ArrayList<>();

    Case(SplittableRandom random) {
      method = pick(List.of("GET", "GET", "GET", "HEAD", "POST"), random);
      status = pick(List.of(200, 200, 200, 200, 203, 206, 416, 204), random);
      noRanges = random.nextInt(20) == 0;
      match = random.nextInt(4) == 0 ? pick(TAGS, random) : "";
      unmodified = random.nextInt(4) == 0 ? pick(DATES, random) : "";
      noneMatch = random.nextInt(4) == 0 ? pick(TAGS, random) : "";
      modified = random.nextInt(4) == 0 ? pick(DATES, random) : "";
      String validator = random.nextBoolean() ? pick(TAGS, random) : pick(DATES, random);
      ifRange = random.nextInt(3) == 0 ? validator : "";
      for (int i = random.nextInt(5); i > 0; i--) {
        int first = random.nextInt(random.nextInt(4) == 0 ? 2000 : 1000);
        ranges.add(new int[] {first, first + random.nextInt(400)});
      }
    }

    private static <T> T pick(List<T> list, SplittableRandom random) {
      return list.get(random.nextInt(list.size()));
    }

    String[] application() {
      return noRanges ? Planning.app("Accept-Ranges", "none") : Planning.app();
    }

    String[] request() {
      List<String> headers = new ArrayList<>();
      add(headers, "If-Match", match);
      add(headers, "If-Unmodified-Since", unmodified);
      add(headers, "If-None-Match", noneMatch);
      add(headers, "If-Modified-Since", modified);
      add(headers, "If-Range", ifRange);
      if (!ranges.isEmpty()) {
        List<String> texts = ranges.stream().map(r -> r[0] + "-" + r[1]).toList();
        add(headers, "Range", "bytes=" + String.join(",", texts));
      }
      return headers.toArray(String[]::new);
    }

    private static void add(List<String> headers, String name, String value) {
      if (!value.isEmpty()) {
        headers.add(name);
        headers.add(value);
      }
    }

    int expected() {
      int whole = status == 203 ? 203 : 200;
      if (method.equals("POST")) {
        return whole;
      }
      boolean strong = match.isEmpty() || match.equals("*") || names(match, TAG, false);
      boolean lost = match.isEmpty() && unmodified.equals(BEFORE);
      if (!strong || lost) {
        return 412;
      }
      boolean same = noneMatch.equals("*") || names(noneMatch, TAG, true);
      boolean unchanged = modified.equals(AFTER) || modified.equals(Planning.MODIFIED);
      if (noneMatch.isEmpty() ? unchanged : same) {
        return 304;
      }
      boolean current =
          ifRange.isEmpty() || ifRange.equals(TAG) || ifRange.equals(Planning.MODIFIED);
      boolean counts =
          method.equals("GET") && whole == 200 && !noRanges && !ranges.isEmpty() && current;
      return counts ? ofRanges() : whole;
    }

    private int ofRanges() {
      int sum = 0;
      for (int[] range : ranges) {
        sum += Math.max(0, Math.min(range[1], 999) - range[0] + 1);
      }
      return sum == 0 ? 416 : sum > 1000 ? 200 : 206;
    }

    private static boolean names(String list, String tag, boolean weakly) {
      return Arrays.stream(list.split(", "))
          .anyMatch(t -> t.equals(tag) || (weakly && t.equals("W/" + tag)));
    }

    @Override
    public String toString() {
      return method + " " + status + " " + List.of(request()) + (noRanges ? " no ranges" : "");
    }
  }
}
