package io.sendfile.glassfish.config;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.core.content.EtagMode;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Listeners with settings of their own. */
class ListenerSettingsReaderTest {
  private static final KnownNames KNOWN = KnownNames.with(List.of("other"), List.of());

  private static ReadSettings readListeners(
      Map<String, String> common, List<Map<String, String>> listeners) {
    return SettingsReader.read(Beans.configWithListeners(common, listeners), KNOWN);
  }

  @Test
  void moduleIsOffWhereNoListenerIsOnByItself() {
    Map<String, String> off = Map.of("enabled", "false");
    List<Map<String, String>> mine = List.of(Map.of("name", "l1", "enabled", "true"));
    assertThat(readListeners(off, List.of()).settings().isOff()).isTrue();
    assertThat(readListeners(off, List.of(Map.of("name", "l1"))).settings().isOff()).isTrue();
    assertThat(readListeners(off, mine).settings().isOff()).isFalse();
    List<Map<String, String>> offMine = List.of(Map.of("name", "l1", "enabled", "false"));
    assertThat(readListeners(Map.of(), offMine).settings().isOff()).isFalse();
  }

  @Test
  void listenerHasItsOwnValuesAndInheritsTheRest() {
    ReadSettings reading =
        readListeners(
            Map.of("burst-bytes", "7", "etag", "weak"),
            List.of(
                Map.ofEntries(
                    entry("name", "l1"),
                    entry("enabled", "false"),
                    entry("algorithm", "other"),
                    entry("burst-bytes", "8"),
                    entry("worker-threads", " 3 "),
                    entry("rate-bytes-per-second", "9"),
                    entry("zero-copy", "false"),
                    entry("buffer-policy", "direct"),
                    entry("buffer-bytes", "8192"),
                    entry("slab-bytes", "2097152")),
                Map.of("name", "l2", "zero-copy", "", "worker-threads", "0")));

    assertThat(reading.problems()).isEmpty();
    SendfileSettings first = reading.settings().forListener("l1");
    assertThat(first.flag(Setting.ENABLED)).isFalse();
    assertThat(first.text(Setting.ALGORITHM)).isEqualTo("other");
    assertThat(first.number(Setting.BURST_BYTES)).isEqualTo(8);
    assertThat(first.number(Setting.WORKER_THREADS)).isEqualTo(3);
    assertThat(first.number(Setting.RATE_BYTES_PER_SECOND)).isEqualTo(9);
    assertThat(first.flag(Setting.ZERO_COPY)).isFalse();
    assertThat(first.buffers()).isEqualTo(new BufferChoice("direct", 2 << 20));
    assertThat(first.number(Setting.BUFFER_BYTES)).isEqualTo(8192);
    assertThat(first.entityTags()).isEqualTo(EtagMode.WEAK);
    SendfileSettings second = reading.settings().forListener("l2");
    assertThat(second.number(Setting.BURST_BYTES)).isEqualTo(7);
    assertThat(second.flag(Setting.ZERO_COPY)).isTrue();
    assertThat(reading.own("l2")).isEqualTo(Map.of("worker-threads", "0"));
    assertThat(reading.settings().forListener("another")).isSameAs(reading.settings());
    assertThat(reading.own("another")).isEmpty();
  }

  @Test
  void badValueOfAListenerInheritsAndIsNamed() {
    ReadSettings reading =
        readListeners(
            Map.of("buffer-bytes", "8192"),
            List.of(
                Map.of("name", "l1", "buffer-bytes", "1", "zero-copy", "false"),
                Map.of("name", "l1", "enabled", "false"),
                Map.of("name", "a:b")));

    assertThat(reading.settings().forListener("l1").number(Setting.BUFFER_BYTES)).isEqualTo(8192);
    assertThat(reading.settings().forListener("l1").flag(Setting.ZERO_COPY)).isFalse();
    assertThat(reading.settings().listeners()).containsOnlyKeys("l1");
    assertThat(reading.problems())
        .containsExactly(
            "sendfile-listener \"l1\": buffer-bytes must be a whole number of bytes from 4096 to"
                + " 1048576 (found \"1\"); the value of all listeners, 8192, holds.",
            "sendfile-listener \"l1\" is left out: name must be unique.",
            "sendfile-listener \"a:b\" is left out: name must be the name of a network-listener:"
                + " up to 128 letters, digits, '-', '_' or '.' (found \"a:b\").");
  }

  @Test
  void listenersFollowTheRootsOfAll() {
    ReadSettings reading =
        readListeners(Map.of(), List.of(Map.of("name", "l1", "zero-copy", "false")));
    List<Root> roots =
        SettingsReader.read(
                Beans.config(Map.of(), Beans.root(Map.of("name", "r", "path", "/r"))), KNOWN)
            .settings()
            .roots();
    SendfileSettings moved = reading.settings().withRoots(roots);
    assertThat(moved.forListener("l1").roots()).isEqualTo(roots);
    assertThat(moved.forListener("l1").flag(Setting.ZERO_COPY)).isFalse();
  }
}
