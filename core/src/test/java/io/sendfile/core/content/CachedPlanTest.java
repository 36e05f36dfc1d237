package io.sendfile.core.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenFiles;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.HttpDate;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Views;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The plan kept with an open file, held against the one that is made for each request. */
class CachedPlanTest {
  private static final Instant CHANGED = Instant.parse("2024-05-06T07:08:09.123456789Z");
  private static final Instant LATER = CHANGED.plus(Duration.ofDays(1));
  private static final Target FILE = new Target.InRoot("r", "page.html");

  /** Around each time from which on a plan depends on the time no more. */
  private static final List<Duration> AGES =
      List.of(
          Duration.ZERO,
          Duration.ofMillis(10),
          Duration.ofMillis(30),
          Duration.ofSeconds(3),
          Duration.ofMillis(9_800),
          Duration.ofMillis(10_000),
          Duration.ofMillis(10_900),
          Duration.ofMillis(11_000),
          Duration.ofDays(1),
          Duration.ofSeconds(-5));

  @TempDir Path folder;
  private final FileOpener opener = new FileOpener();
  private Roots roots = Roots.of(List.of(), List.of(), new OpenFiles(0));

  @BeforeEach
  void makeFile() throws IOException {
    Root root = new Root("r", folder, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    roots = Roots.of(List.of(root), List.of(), new OpenFiles(5));
    Files.writeString(folder.resolve("page.html"), "0123456789");
    Files.setLastModifiedTime(folder.resolve("page.html"), FileTime.from(CHANGED));
    opener.open(new Target.InRoot("r", "none"), roots);
    try (OpenFile first = open()) {
      assertThat(first.reused()).isFalse();
    }
  }

  @AfterEach
  void closeRoots() {
    roots.close();
  }

  private OpenFile open() {
    return ((OpenResult.Opened) opener.open(FILE, roots)).file();
  }

  private static List<RequestView> requests(Instant now) {
    List<RequestView> all = new ArrayList<>();
    for (String method : List.of("GET", "HEAD", "POST")) {
      all.add(Views.request(method));
      all.add(Views.request(method, "Accept", "*/*", "Accept-Encoding", "gzip", "Host", "x"));
      for (String range :
          List.of("bytes=0-4", "bytes=-1", "bytes=0-1,8-9", "bytes=99-", "lines=1")) {
        all.add(Views.request(method, "Range", range));
        all.add(Views.request(method, "range", range, "If-Range", "\"x\""));
      }
      for (String tag : List.of("*", "\"x\"", "\"663876d9.75bcd15-a\"")) {
        all.add(Views.request(method, "If-None-Match", tag));
        all.add(Views.request(method, "If-Match", tag));
        all.add(Views.request(method, "if-none-match", tag, "If-Modified-Since", "x"));
      }
      for (Instant date : List.of(CHANGED, now, CHANGED.minusSeconds(9))) {
        all.add(Views.request(method, "If-Modified-Since", HttpDate.format(date)));
        all.add(Views.request(method, "If-Unmodified-Since", HttpDate.format(date)));
      }
    }
    return all;
  }

  private static List<ResponseView> responses() {
    List<ResponseView> all = new ArrayList<>();
    for (int status : List.of(200, 201, 204, 206, 299, 416)) {
      all.add(Views.response(status));
      all.add(Views.response(status, "Content-Type", "text/plain", "X-Other", "1"));
      all.add(Views.response(status, "Content-Type", " "));
      all.add(Views.response(status, "etag", "\"mine\""));
      all.add(Views.response(status, "ETag", "malformed"));
      all.add(Views.response(status, "Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"));
      all.add(Views.response(status, "Accept-Ranges", "none"));
      all.add(Views.response(status, "Accept-Ranges", "bytes", "Vary", "Cookie"));
      all.add(Views.response(status, "Content-Encoding", "gzip", "Vary", "*"));
    }
    return all;
  }

  /** With a plan kept from before, and made for the very request before, for each pair of them. */
  @ParameterizedTest
  @EnumSource(EtagMode.class)
  void isTheSameForEachRequestAndResponseAtEachAge(EtagMode etag) {
    ResponsePlanner planner = new ResponsePlanner(16, etag, () -> "b".repeat(36));
    int usual = 0;
    for (Duration age : AGES) {
      Instant now = CHANGED.plus(age);
      List<RequestView> requests = requests(now);
      for (ResponseView response : responses()) {
        for (RequestView request : requests) {
          try (OpenFile file = open()) {
            Representation plain = Representation.plain(file.facts(), file.relativePath());
            ResponsePlan made = planner.plan(request, response, plain, now);
            for (int i = 0; i < 2; i++) {
              ResponsePlan kept =
                  planner.cachedPlan(request, response, file, InstantSource.fixed(now));
              assertThat(kept == null ? planner.plan(request, response, plain, file, now) : kept)
                  .isEqualTo(made);
            }
            usual += file.attachment() == null ? 0 : 1;
          }
        }
      }
    }
    assertThat(usual).as("there was a cached plan").isPositive();
  }

  @Test
  void isMadeOnceForAFile() {
    ResponsePlanner planner = new ResponsePlanner(16, EtagMode.STRONG, () -> "b".repeat(36));
    try (OpenFile one = open();
        OpenFile other = open()) {
      Representation plain = Representation.plain(one.facts(), one.relativePath());
      ResponsePlan first =
          planner.plan(Views.request("GET"), Views.response(200), plain, one, LATER);
      assertThat(
              planner.cachedPlan(
                  Views.request("GET", "Cookie", "c"),
                  Views.response(200, "X-Sendfile", "r:page.html"),
                  other,
                  InstantSource.fixed(LATER.plusSeconds(1))))
          .isSameAs(first);
    }
  }

  @Test
  void isMadeAnewForAChangedFile() throws IOException {
    ResponsePlanner planner = new ResponsePlanner(16, EtagMode.STRONG, () -> "b".repeat(36));
    ResponsePlan before = usual(planner);
    Files.setLastModifiedTime(folder.resolve("page.html"), FileTime.from(CHANGED.minusSeconds(60)));
    ResponsePlan after = usual(planner);
    assertThat(after.etag()).isNotEqualTo(before.etag());
  }

  private ResponsePlan usual(ResponsePlanner planner) {
    try (OpenFile file = open()) {
      Representation plain = Representation.plain(file.facts(), file.relativePath());
      return planner.plan(Views.request("GET"), Views.response(200), plain, file, LATER);
    }
  }
}
