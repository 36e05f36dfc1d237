package io.sendfile.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.Dialect;
import io.sendfile.core.content.EtagMode;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.http.ForwardedField;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingTest {
  private static final KnownNames KNOWN = KnownNames.with(List.of("mine"), List.of("mine-too"));

  @ParameterizedTest
  @EnumSource(Setting.class)
  void acceptsItsOwnDefault(Setting setting) {
    assertThat(setting.problem(setting.defaultValue(), KNOWN).isPresent())
        .isEqualTo(setting.required());
  }

  @ParameterizedTest
  @CsvSource({
    "ENABLED, TRUE",
    "ALGORITHM, mine",
    "BURST_BYTES, 1073741824",
    "WORKER_THREADS, 0",
    "MAX_ACTIVE_TRANSFERS, 1",
    "STALL_TIMEOUT_SECONDS, 0",
    "MIN_RATE_BYTES_PER_SECOND, 1000",
    "MAX_DURATION_SECONDS, 31536000",
    "TOTAL_RATE_BYTES_PER_SECOND, 1000000000000",
    "ROOT_NAME, a-B_9",
    "ROOT_PATH, /",
    "ROOT_SYMLINKS, same-owner",
    "ROOT_HIDDEN, '*.bak, ?x'",
    "ROOT_HIDDEN, ''",
    "RANGE_LIMIT, 1",
    "RANGE_LIMIT, 1000",
    "ETAG, weak",
    "ETAG, none",
    "PRECOMPRESSED, True",
    "BUFFER_POLICY, direct-view",
    "BUFFER_POLICY, mine-too",
    "BUFFER_BYTES, 4096",
    "SLAB_BYTES, 1073741824",
    "LISTENER_NAME, http-listener-1",
    "LISTENER_NAME, _\u00fc.x",
    "ROOT_URI_PREFIX, ''",
    "ROOT_URI_PREFIX, /",
    "ROOT_URI_PREFIX, /a/..b/c d/\u00fc/",
    "ROOT_ALLOW_DELETE, true",
    "PLUGIN_NAME, download-result-sender",
    "PLUGIN_NAME, mine",
    "ROOT_APPLICATIONS, 'shop, my app'",
    "ROOT_VIRTUAL_SERVERS, server",
    "PLUGIN_NAME, io.example.Sender_2",
    "PLUGIN_ENABLED, False",
    "METRICS_KEY, 0123456789abcdefGHIJ"
  })
  void acceptsWhatIsInRange(Setting setting, String value) {
    assertThat(setting.problem(value, KNOWN)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "BURST_BYTES, 64Ki, 65536",
    "RATE_BYTES_PER_SECOND, 1M, 1000000",
    "STALL_TIMEOUT_SECONDS, 5m, 300",
    "MAX_BUFFERED_BYTES, 1G, 1000000000",
    "MAX_BUFFERED_BYTES, 25%, 25%",
    "BURST_BYTES, 64X, 64X",
    "WORKER_THREADS, 1k, 1k",
    "ETAG, 1k, 1k"
  })
  void domainXmlHasPlainNumbers(Setting setting, String typed, String written) {
    assertThat(setting.rule().plain(typed)).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource({
    "BURST_BYTES, 0, chosen by the algorithm",
    "BURST_BYTES, 16777216, 16 MiB",
    "RATE_BYTES_PER_SECOND, 5000000, 5 MB/s",
    "RATE_BYTES_PER_SECOND, 1234567, about 1.2 MB/s",
    "RATE_BYTES_PER_SECOND, 0, unlimited",
    "MAX_DURATION_SECONDS, 5400, 1.5 h",
    "MAX_BUFFERED_BYTES, 0, no limit",
    "MAX_BUFFERED_BYTES, 1000000000, 1 GB",
    "MAX_BUFFERED_BYTES, 25%, ''",
    "BURST_BYTES, many, ''",
    "WORKER_THREADS, 16, ''",
    "RANGE_LIMIT, 256, ''",
    "ETAG, weak, ''"
  })
  void valueHasAMeaningInWords(Setting setting, String value, String meaning) {
    assertThat(setting.rule().meaning(value)).isEqualTo(meaning);
  }

  @ParameterizedTest
  @CsvSource({
    "RATE_BYTES_PER_SECOND, 5000000, 5000000 (5 MB/s)",
    "RATE_BYTES_PER_SECOND, 0, 0 (unlimited)",
    "WORKER_THREADS, 16, 16",
    "METRICS_KEY, 0123456789abcdefGHIJ, ***"
  })
  void valueIsSaidInDigitsAndInWords(Setting setting, String value, String said) {
    assertThat(setting.said(value)).isEqualTo(said);
  }

  @Test
  void faultOfANumberSaysHowMultiplesAreWritten() {
    assertThat(Setting.BURST_BYTES.problemAsWritten("64X", KNOWN))
        .hasValue(
            "burst-bytes must be a whole number of bytes from 0 to 1073741824; 0 means chosen by"
                + " the algorithm (found \"64X\"); write multiples as in 64k, 5M or 16Mi");
  }

  @ParameterizedTest
  @CsvSource({
    "ENABLED, yes",
    "ALGORITHM, nosuch",
    "ALGORITHM, ''",
    "BURST_BYTES, 1073741825",
    "BURST_BYTES, -1",
    "BURST_BYTES, 64k",
    "BURST_BYTES, 99999999999999999999",
    "BURST_BYTES, ٣",
    "MAX_ACTIVE_TRANSFERS, 0",
    "STALL_TIMEOUT_SECONDS, 1.5",
    "RATE_BYTES_PER_SECOND, 1M",
    "CLIENT_RATE_BYTES_PER_SECOND, 1000000000001",
    "MAX_DURATION_SECONDS, 31536001",
    "ROOT_NAME, a:b",
    "ROOT_NAME, a.b",
    "ROOT_PATH, srv/media",
    "ROOT_PATH, /srv/../etc",
    "ROOT_SYMLINKS, all",
    "ROOT_HIDDEN, a/b",
    "RANGE_LIMIT, 0",
    "RANGE_LIMIT, 1001",
    "BUFFER_POLICY, pooled",
    "BUFFER_BYTES, 4095",
    "BUFFER_BYTES, 1048577",
    "SLAB_BYTES, 1000000",
    "LISTENER_NAME, a=b",
    "LISTENER_NAME, ''",
    "ETAG, Strong",
    "ETAG, ''",
    "ROOT_URI_PREFIX, protected/",
    "ROOT_URI_PREFIX, /protected",
    "ROOT_URI_PREFIX, /a//b/",
    "ROOT_URI_PREFIX, //",
    "ROOT_URI_PREFIX, /a/../",
    "ROOT_URI_PREFIX, /./",
    "ROOT_URI_PREFIX, /a%20b/",
    "ROOT_URI_PREFIX, /a?b/",
    "ROOT_URI_PREFIX, '/a#b/'",
    "ROOT_URI_PREFIX, '/a\\b/'",
    "ROOT_URI_PREFIX, *",
    "PLUGIN_NAME, ''",
    "PLUGIN_NAME, -x",
    "ROOT_APPLICATIONS, 'a,,b'",
    "ROOT_VIRTUAL_SERVERS, ','",
    "PLUGIN_NAME, adaptive",
    "PLUGIN_NAME, server-default",
    "PLUGIN_ENABLED, off"
  })
  void refusesWhatIsNotAndSaysWhatIsAllowed(Setting setting, String value) {
    assertThat(setting.problem(value, KNOWN))
        .hasValue(
            setting.attribute()
                + " must be "
                + setting.rule().allowed(KNOWN)
                + " (found \""
                + value
                + "\")");
  }

  @Test
  void acceptsTokenOnlyWhereItIsWritten() {
    String token = "${com.sun.aas.instanceRoot}/docroot";
    assertThat(Setting.ROOT_PATH.problemAsWritten(token, KNOWN)).isEmpty();
    assertThat(Setting.ROOT_PATH.problem(token, KNOWN)).isPresent();
    assertThat(Setting.ROOT_PATH.problemAsWritten("docroot", KNOWN)).isPresent();
  }

  @Test
  void namesAlgorithmsAndUnitsInItsSentence() {
    assertThat(Setting.ALGORITHM.requirement(KNOWN))
        .isEqualTo(
            "algorithm must be one of adaptive, equal-blocking, equal-non-blocking,"
                + " simple-blocking, mine");
    assertThat(Setting.BURST_BYTES.requirement(KNOWN))
        .isEqualTo(
            "burst-bytes must be a whole number of bytes from 0 to 1073741824; 0 means chosen by"
                + " the algorithm");
    assertThat(Setting.ROOT_SYMLINKS.requirement(KNOWN))
        .isEqualTo("symlinks must be one of inside-root, none, same-owner, follow");
    assertThat(Setting.ETAG.requirement(KNOWN))
        .isEqualTo("etag must be one of strong, strong-inode, weak, none");
    assertThat(Setting.RANGE_LIMIT.requirement(KNOWN))
        .isEqualTo("range-limit must be a whole number of byte ranges from 1 to 1000");
  }

  @Test
  void defaultsOfRootsAreThoseOfTheContentPackage() {
    assertThat(HiddenFiles.parse(Setting.ROOT_HIDDEN.defaultValue()))
        .isEqualTo(HiddenFiles.DEFAULT);
    assertThat(Setting.ROOT_SYMLINKS.rule().parsed("inside-root"))
        .isEqualTo(SymlinkPolicy.INSIDE_ROOT);
  }

  @Test
  void wordsStandForValues() {
    assertThat(Setting.ETAG.rule().choices(KNOWN))
        .containsExactly("strong", "strong-inode", "weak", "none");
    assertThat(Setting.ETAG.rule().parsed("strong-inode")).isEqualTo(EtagMode.STRONG_INODE);
    assertThat(Setting.ETAG.rule().accepts("STRONG", KNOWN)).isFalse();
    assertThat(Setting.FORWARDED_FIELD.rule().parsed("Forwarded"))
        .isEqualTo(ForwardedField.FORWARDED);
    assertThat(Setting.FORWARDED_FIELD.rule().accepts("X-Real-IP", KNOWN)).isFalse();
  }

  @Test
  void defaultSettingsRefuseEverythingForLackOfRoots() {
    assertThat(SendfileSettings.DEFAULTS.roots()).isEmpty();
    assertThat(SendfileSettings.DEFAULTS.flag(Setting.ENABLED)).isTrue();
    assertThat(SendfileSettings.DEFAULTS.number(Setting.STALL_TIMEOUT_SECONDS)).isEqualTo(60);
  }

  @Test
  void understandsOnlySendfileAndTomcatByDefault() {
    assertThat(SendfileSettings.DEFAULTS.entityTags()).isEqualTo(EtagMode.STRONG);
    assertThat(SendfileSettings.DEFAULTS.flag(Setting.STATIC_FILES)).isFalse();
    assertThat(SendfileSettings.DEFAULTS.dialect()).isEqualTo(Dialect.DEFAULT);
  }
}
