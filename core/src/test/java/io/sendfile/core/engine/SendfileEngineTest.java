package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Views;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine's decision about a response. */
class SendfileEngineTest extends EngineFixture {
  @Test
  void passesOnWhatAsksForNothing() {
    assertThat(decide(200, "Content-Type", "text/html", "X-Sendfile-Id", "7"))
        .isInstanceOf(Decision.PassOn.class);
  }

  @ParameterizedTest
  @CsvSource({"199", "300", "304", "404", "500"})
  void passesOnWhatIsNoSuccess(int status) {
    assertThat(decide(status, "X-Sendfile", "files:f")).isInstanceOf(Decision.PassOn.class);
  }

  @Test
  void passesOnEverythingWhenSwitchedOff() {
    engine.apply(settings("ENABLED", "false"));
    assertThat(decide(200, "X-Sendfile", "files:f")).isInstanceOf(Decision.PassOn.class);
    engine.apply(settings());
    decideToSend("X-Sendfile", "files:f").file().close();
  }

  @ParameterizedTest
  @CsvSource({
    "'', MALFORMED_VALUE",
    "relative/path, MALFORMED_VALUE",
    "files:%zz, MALFORMED_VALUE",
    "files:missing, MISSING",
    "files:d, NOT_REGULAR",
    "files:.secret, HIDDEN",
    "other:f, UNKNOWN_ROOT",
    "/etc/passwd, OUTSIDE_ROOTS",
  })
  void refusesAndCountsByReason(String value, RefusalReason reason) {
    assertRefused(decide(200, "X-Sendfile", value), reason);
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsOnly(Map.entry(reason.code(), 1L));
  }

  @ParameterizedTest
  @CsvSource({
    "X-Sendfile, files:missing, files",
    "X-Sendfile, files:../f, files",
    "X-Sendfile, files:%zz, files",
    "X-Sendfile, 'files:', files",
    "X-Sendfile, DIRECTORY/missing, files",
    "X-Sendfile, DIRECTORY/%2esecret, files",
    "X-Sendfile, DIRECTORY/a%zz, files",
    "X-Accel-Redirect, /prefix/missing, files",
    "X-Accel-Redirect, /prefix/a%00b, files",
    "X-Accel-Redirect, /other/f, ''",
    "X-Sendfile, DIRECTORY/../f, ''",
    "X-Sendfile, other:f, ''",
    "X-Sendfile, /etc/passwd, ''",
    "X-Sendfile, '', ''",
  })
  void countsRefusalAtTheRootThatWasNamed(String header, String value, String root) {
    engine.apply(
        settings(
            List.of(
                new Root(
                    "files",
                    directory,
                    SymlinkPolicy.NONE,
                    HiddenFiles.DEFAULT,
                    true,
                    "/prefix/",
                    true,
                    AllowedOrigins.ALL,
                    null,
                    null)),
            "ACCEL_REDIRECT",
            "true"));
    Decision decision = decide(200, header, value.replace("DIRECTORY", directory.toString()));
    assertThat(((Decision.Refuse) decision).root()).isEqualTo(root);
    assertThat(Figure.REFUSED.of(stats.ofRoot(root))).isEqualTo(1);
    assertThat(Figure.REFUSED.of(stats.snapshot())).as("in all").isEqualTo(1);
    assertThat(Figure.REFUSED.of(stats.ofListener("any"))).isEqualTo(1);
  }

  @Test
  void twoRootsNamedAtOnceAreNone() {
    assertThat(
            ((Decision.Refuse) decide(200, "X-Sendfile", "files:f", "x-sendfile", "other:g"))
                .root())
        .isEmpty();
  }

  @Test
  void refusesTwoDifferentFiles() {
    Decision decision = decide(200, "X-Sendfile", "files:f", "x-sendfile", "files:g");
    assertRefused(decision, RefusalReason.AMBIGUOUS);
    assertThat(((Decision.Refuse) decision).asked()).isEqualTo("X-Sendfile: 'files:f'");
  }

  @Test
  void everythingIsOutsideWithoutRoots() {
    engine.apply(SendfileSettings.DEFAULTS);
    assertRefused(decide(200, "X-Sendfile", directory + "/f"), RefusalReason.OUTSIDE_ROOTS);
  }

  @Test
  void decodesTheValueOnlyIfToldTo() throws IOException {
    Files.writeString(directory.resolve("a b"), "x");
    Files.writeString(directory.resolve("a%20b"), "xyz");
    ResponseView response = Views.response(200, "X-Sendfile", "files:a%20b");
    assertSize((Decision.Send) decideAt("any", Views.GET, response, null), 1);
    engine.apply(settings("UNESCAPE", "false"));
    assertSize((Decision.Send) decideAt("any", Views.GET, response, null), 3);
  }

  private static void assertSize(Decision.Send send, long size) {
    assertThat(send.file().size()).isEqualTo(size);
    send.file().close();
  }

  @Test
  void opensTheFileAndPlansTheAnswer() {
    Decision.Send send = decideToSend("X-Sendfile", directory + "/f", "X-Sendfile-Id", "mine");
    assertThat(send.downloadId()).isEqualTo("mine");
    assertThat(send.origin()).isEqualTo(CALLER.origin());
    assertThat(send.plan().status()).isEqualTo(200);
    assertThat(send.plan().contentLength()).isEqualTo(5);
    assertThat(send.plan().bodyLength()).isEqualTo(5);
    assertThat(((OpenFile) send.file()).channel().isOpen()).isTrue();
    assertThat(send.config().settings()).isEqualTo(engine.settings());
    send.file().close();
  }

  @Test
  void ignoresABadIdOfTheApplication() {
    for (String id : List.of("", "with blank", "x".repeat(129))) {
      Decision.Send send = decideToSend("X-Sendfile", "files:f", "X-Sendfile-Id", id);
      assertThat(send.downloadId()).isNull();
      send.file().close();
    }
  }

  @Test
  void headGetsLengthButNoBody() {
    Decision.Send send =
        (Decision.Send)
            decideAt(
                "any", Views.request("HEAD"), Views.response(200, "X-Sendfile", "files:f"), null);
    assertThat(send.plan().contentLength()).isEqualTo(5);
    assertThat(send.plan().bodyLength()).isZero();
    send.file().close();
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', true",
    "'blog,shop', '', true",
    "blog, '', false",
    "shop, server, true",
    "shop, other, false"
  })
  void rootMayBeForSomeOriginsOnly(String applications, String virtualServers, boolean allowed) {
    assertThat(allowedBy(AllowedOrigins.parse(applications, virtualServers))).isEqualTo(allowed);
  }

  private boolean allowedBy(AllowedOrigins origins) {
    engine.apply(settings().withRoots(List.of(rootFor(origins))));
    Decision decision = decide(200, "X-Sendfile", "r:f");
    if (decision instanceof Decision.Send send) {
      send.file().close();
      return true;
    }
    assertRefused(decision, RefusalReason.NOT_ADMITTED);
    assertThat(((Decision.Refuse) decision).detail())
        .contains("'f' in root 'r' is not for application '" + CALLER.origin().application() + "'")
        .contains("applications and virtual-servers of the root");
    return false;
  }

  @ParameterizedTest
  @CsvSource({"4, false", "5, false", "6, true"})
  void isSmallBelowTheConfiguredLength(long minimum, boolean small) {
    engine.apply(settings("ZERO_COPY_MIN_BYTES", String.valueOf(minimum)));
    Decision.Send send = decideToSend("X-Sendfile", "files:f");
    assertThat(send.small()).isEqualTo(small);
    send.file().close();
  }

  @ParameterizedTest
  @CsvSource({"true, true, true", "true, false, false", "false, true, false"})
  void zeroCopyNeedsTheSettingAndTheRoot(boolean setting, boolean ofRoot, boolean allowed) {
    Root root = new Root("r", directory, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, ofRoot);
    engine.apply(settings("ZERO_COPY", String.valueOf(setting)).withRoots(List.of(root)));
    Decision.Send send = decideToSend("X-Sendfile", "r:f");
    assertThat(send.zeroCopyAllowed()).isEqualTo(allowed);
    send.file().close();
  }
}
