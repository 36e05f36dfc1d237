package io.sendfile.glassfish.config;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.core.content.Dialect;
import io.sendfile.core.content.EtagMode;
import io.sendfile.core.content.HandOffHeader;
import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.LeftOutRoot;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.SendfileSettings.LimitSettings;
import io.sendfile.core.settings.SendfileSettings.LimitSettings.Quota;
import io.sendfile.core.settings.Setting;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsReaderTest {
  private static final KnownNames KNOWN = KnownNames.with(List.of("other"), List.of());

  private static ReadSettings read(Map<String, String> attributes, SendfileRoot... roots) {
    return SettingsReader.read(Beans.config(attributes, roots), KNOWN);
  }

  @Test
  void hasDefaultsWithoutElement() {
    ReadSettings reading = SettingsReader.read(null, KNOWN);
    assertThat(reading.settings()).isEqualTo(SendfileSettings.DEFAULTS);
    assertThat(reading.problems()).isEmpty();
  }

  @Test
  void hasDefaultsForEmptyElement() {
    assertThat(read(Map.of()).settings()).isEqualTo(SendfileSettings.DEFAULTS);
  }

  @Test
  void readsEveryAttribute() {
    ReadSettings reading =
        read(
            Map.ofEntries(
                entry("enabled", "false"),
                entry("algorithm", "other"),
                entry("burst-bytes", " 1048576 "),
                entry("worker-threads", "3"),
                entry("max-active-transfers", "7"),
                entry("max-waiting-transfers", "0"),
                entry("max-buffered-bytes", "4711"),
                entry("max-client-transfers", "50%"),
                entry("stall-timeout-seconds", "5"),
                entry("min-rate-bytes-per-second", "1"),
                entry("max-duration-seconds", "2"),
                entry("rate-bytes-per-second", "3"),
                entry("client-rate-bytes-per-second", "4"),
                entry("total-rate-bytes-per-second", "1000000000000"),
                entry("zero-copy", "FALSE"),
                entry("zero-copy-min-bytes", "1"),
                entry("buffer-policy", "heap-view"),
                entry("buffer-bytes", "4096"),
                entry("slab-bytes", "1048576"),
                entry("unescape", "false"),
                entry("range-limit", "2"),
                entry("etag", "weak"),
                entry("precompressed", "true"),
                entry("accel-redirect", "true"),
                entry("lighttpd-headers", "true"),
                entry("tomcat-attributes", "false"),
                entry("static-files", "true")));

    SendfileSettings settings = reading.settings();
    assertThat(settings)
        .isEqualTo(
            new SendfileSettings(
                settings.values(),
                new LimitSettings(7, 0, new Quota(4711, false), new Quota(50, true)),
                new Dialect(false, EnumSet.allOf(HandOffHeader.class)),
                new BufferChoice("heap-view", 1 << 20),
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of()));
    assertThat(settings.values())
        .hasSize(Element.CONFIG.settings().size())
        .containsEntry(Setting.ENABLED, false)
        .containsEntry(Setting.ALGORITHM, "other")
        .containsEntry(Setting.BURST_BYTES, 1L << 20)
        .containsEntry(Setting.WORKER_THREADS, 3L)
        .containsEntry(Setting.STALL_TIMEOUT_SECONDS, 5L)
        .containsEntry(Setting.MIN_RATE_BYTES_PER_SECOND, 1L)
        .containsEntry(Setting.MAX_DURATION_SECONDS, 2L)
        .containsEntry(Setting.RATE_BYTES_PER_SECOND, 3L)
        .containsEntry(Setting.CLIENT_RATE_BYTES_PER_SECOND, 4L)
        .containsEntry(Setting.TOTAL_RATE_BYTES_PER_SECOND, 1_000_000_000_000L)
        .containsEntry(Setting.RANGE_LIMIT, 2L)
        .containsEntry(Setting.PRECOMPRESSED, true)
        .containsEntry(Setting.STATIC_FILES, true)
        .containsEntry(Setting.ZERO_COPY, false)
        .containsEntry(Setting.ZERO_COPY_MIN_BYTES, 1L)
        .containsEntry(Setting.BUFFER_BYTES, 4096L);
    assertThat(settings.entityTags()).isEqualTo(EtagMode.WEAK);
    assertThat(reading.problems()).isEmpty();
  }

  @Test
  void tellsTheDialectsApart() {
    assertThat(read(Map.of("accel-redirect", "true")).settings().dialect())
        .isEqualTo(new Dialect(true, without(HandOffHeader.LIGHTTPD_SEND_FILE)));
    assertThat(read(Map.of("lighttpd-headers", "true")).settings().dialect())
        .isEqualTo(new Dialect(true, without(HandOffHeader.ACCEL_REDIRECT)));
  }

  private static Set<HandOffHeader> without(HandOffHeader header) {
    return EnumSet.complementOf(EnumSet.of(header));
  }

  @Test
  void readsEveryAttributeOfRoots() {
    ReadSettings reading =
        read(
            Map.of(),
            Beans.root(
                Map.of(
                    "name", "media",
                    "path", "/srv/media",
                    "symlinks", "none",
                    "uri-prefix", " /protected/ ",
                    "allow-delete", "true",
                    "applications", " shop, blog ",
                    "virtual-servers", "server",
                    "marker-file", ".mounted")),
            Beans.root(Map.of("name", "plain", "path", "/srv/plain")),
            Beans.root(Map.of("name", "plainer", "path", "/srv/plainer", "uri-prefix", "")));

    assertThat(reading.problems()).isEmpty();
    List<Root> roots = reading.settings().roots();
    assertThat(roots).extracting(Root::uriPrefix).containsExactly("/protected/", null, null);
    assertThat(roots).extracting(Root::allowDelete).containsExactly(true, false, false);
    assertThat(roots)
        .extracting(Root::origins)
        .containsExactly(
            new AllowedOrigins(Set.of("shop", "blog"), Set.of("server")),
            AllowedOrigins.ALL,
            AllowedOrigins.ALL);
    assertThat(roots).extracting(Root::markerFile).containsExactly(".mounted", null, null);
    Root root = roots.get(0);
    assertThat(root.name()).isEqualTo("media");
    assertThat(root.path()).isEqualTo(Path.of("/srv/media"));
    assertThat(root.symlinks()).isEqualTo(SymlinkPolicy.NONE);
    assertThat(root.hidden().matches(".git")).isTrue();
    assertThat(root.zeroCopy()).isTrue();
  }

  @Test
  void keepsTheDefaultOfEachBadAttributeAndTakesTheGoodOnes() {
    ReadSettings reading =
        read(
            Map.of(
                "burst-bytes", "abc",
                "metrics-key", "short",
                "max-active-transfers", "0",
                "algorithm", "nosuch",
                "stall-timeout-seconds", "5"));

    assertThat(reading.settings().number(Setting.BURST_BYTES)).isZero();
    assertThat(reading.settings().limits().maxActive()).isEqualTo(10_000);
    assertThat(reading.settings().number(Setting.STALL_TIMEOUT_SECONDS)).isEqualTo(5);
    assertThat(reading.value(Setting.BURST_BYTES)).isEqualTo("0");
    assertThat(reading.problems())
        .containsExactly(
            "algorithm must be one of adaptive, equal-blocking, equal-non-blocking,"
                + " simple-blocking, other (found \"nosuch\"); the default"
                + " adaptive holds.",
            "burst-bytes must be a whole number of bytes from 0 to 1073741824; 0 means chosen by"
                + " the algorithm (found \"abc\"); the default 0 holds.",
            "max-active-transfers must be a whole number of transfers from 1 to 1000000 (found"
                + " \"0\"); the default 10000 holds.",
            "metrics-key must be empty, or 20 to 100 letters and digits (found \"***\"); it"
                + " counts as empty.");
  }

  @Test
  void leavesOutBadRootsAndKeepsTheOthers() {
    ReadSettings reading =
        read(
            Map.of(),
            Beans.root(Map.of("name", "relative", "path", "srv/x", "symlinks", "some")),
            Beans.root(Map.of("name", "pathless")),
            Beans.root(Map.of("path", "/srv/nameless")),
            Beans.root(Map.of("name", "good", "path", "/srv/good")),
            Beans.root(Map.of("name", "good", "path", "/srv/other")));

    assertThat(reading.settings().roots())
        .extracting(Root::path)
        .containsExactly(Path.of("/srv/good"));
    assertThat(reading.problems()).hasSize(4);
    assertThat(reading.problems().get(0))
        .isEqualTo(
            "sendfile-root \"relative\" is left out: path must be the absolute path of a folder,"
                + " without '.' or '..', e.g. /srv/media (found \"srv/x\"); symlinks must be one"
                + " of inside-root, none, same-owner, follow (found \"some\").");
    assertThat(reading.problems().get(1)).contains("\"pathless\"", "path must be");
    assertThat(reading.problems().get(2)).contains("\"\"", "name must be");
    assertThat(reading.problems().get(3)).contains("\"good\"", "name must be unique");
    assertThat(reading.settings().leftOut())
        .containsExactly(
            new LeftOutRoot("relative", null, null),
            new LeftOutRoot("pathless", null, null),
            new LeftOutRoot("", Path.of("/srv/nameless"), null),
            new LeftOutRoot("good", Path.of("/srv/other"), null));
  }

  @Test
  void keepsWhatIsKnownOfTheFolderOfABadRootSoThatNoOtherHasItsFiles() {
    ReadSettings reading =
        read(
            Map.of(),
            Beans.root(Map.of("name", "outer", "path", "/srv")),
            Beans.root(
                Map.of(
                    "name",
                    "inner",
                    "path",
                    "/srv/x/../inner/",
                    "uri-prefix",
                    "/i/",
                    "symlinks",
                    "some")));

    assertThat(reading.settings().leftOut())
        .containsExactly(new LeftOutRoot("inner", Path.of("/srv/inner"), "/i/"));
  }

  @Test
  void leavesOutRootsWithTheUriPrefixOfAnotherOrABadOne() {
    ReadSettings reading =
        read(
            Map.of(),
            Beans.root(Map.of("name", "first", "path", "/srv/a", "uri-prefix", "/p/")),
            Beans.root(Map.of("name", "second", "path", "/srv/b", "uri-prefix", "/p/")),
            Beans.root(Map.of("name", "third", "path", "/srv/c", "uri-prefix", "p")),
            Beans.root(Map.of("name", "below", "path", "/srv/d", "uri-prefix", "/p/q/")));

    assertThat(reading.settings().roots()).extracting(Root::name).containsExactly("first", "below");
    assertThat(reading.problems()).hasSize(2);
    assertThat(reading.problems().get(0))
        .isEqualTo(
            "sendfile-root \"second\" is left out: uri-prefix must be unique (found \"/p/\""
                + " again).");
    assertThat(reading.problems().get(1))
        .contains("\"third\"", "uri-prefix must be empty, or a path", "(found \"p\")");
  }

  @Test
  void keepsRootWhoseFolderIsMissing() {
    ReadSettings reading =
        read(Map.of(), Beans.root(Map.of("name", "later", "path", "/no/such/folder/yet")));
    assertThat(reading.settings().roots()).hasSize(1);
    assertThat(reading.problems()).isEmpty();
  }
}
