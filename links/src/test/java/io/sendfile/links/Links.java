package io.sendfile.links;

import io.sendfile.spi.PathResolver.RunningResponse;
import java.time.Instant;
import java.util.HexFormat;

/** Links for tests. */
final class Links {
  static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  static final Instant EXPIRES = NOW.plusSeconds(3600);
  static final String SECRET = "a secret of a good length";

  static final RunningResponse RUNNING =
      new RunningResponse() {
        @Override
        public long takenBytes() {
          return 0;
        }

        @Override
        public void end() {}
      };

  private Links() {}

  static String id(int number) {
    return HexFormat.of().toHexDigits(number).repeat(4);
  }

  /** A link to be used once. */
  static Link once(int number) {
    return new Link(id(number), "media", "films/a.mp4", EXPIRES, true, 0, "", "", "");
  }

  static Link to(String path, String saveAs) {
    return new Link(id(1), "media", path, EXPIRES, false, 5000, "shop", "customer 7", saveAs);
  }
}
