package io.sendfile.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3SettingsTest {
  private static final Path FOLDER = Path.of("/var/cache/slices");

  private static S3Settings settings(String... properties) {
    Map<String, String> map = new java.util.HashMap<>();
    for (int i = 0; i < properties.length; i += 2) {
      map.put(properties[i], properties[i + 1]);
    }
    return S3Settings.of(map, FOLDER);
  }

  @Test
  void defaultsAreForAws() {
    assertThat(settings())
        .isEqualTo(
            new S3Settings(
                null,
                "us-east-1",
                false,
                null,
                Duration.ofSeconds(10),
                50,
                3,
                FOLDER,
                10L << 30,
                1 << 20,
                Duration.ofSeconds(2)));
  }

  @Test
  void everythingCanBeSet() {
    assertThat(
            settings(
                "endpoint", "https://storage.example:9000",
                "region", "eu-central-1",
                "path-style", "false",
                "access-key", "reader",
                "secret-key", "hidden",
                "timeout-seconds", "5",
                "connections", "20",
                "retries", "0",
                "cache-folder", "/srv/slices",
                "cache-bytes", "500000000",
                "slice-bytes", "262144",
                "known-seconds", "0"))
        .isEqualTo(
            new S3Settings(
                URI.create("https://storage.example:9000"),
                "eu-central-1",
                false,
                new S3Settings.Credentials("reader", "hidden"),
                Duration.ofSeconds(5),
                20,
                0,
                Path.of("/srv/slices"),
                500_000_000,
                256 << 10,
                Duration.ZERO));
  }

  @Test
  void endpointMakesPathStyleTheDefault() {
    assertThat(settings("endpoint", "http://localhost:9000").pathStyle()).isTrue();
  }

  @Test
  void secretIsInNoText() {
    assertThat(settings("access-key", "reader", "secret-key", "hidden").toString())
        .doesNotContain("hidden");
  }

  @ParameterizedTest
  @CsvSource({
    "endpoint, ftp://storage",
    "endpoint, https://user:hidden@storage",
    "endpoint, https://storage/?a=hidden",
    "endpoint, storage:9000",
    "region, EU West",
    "path-style, yes",
    "timeout-seconds, 0",
    "timeout-seconds, 301",
    "connections, 1",
    "retries, -1",
    "cache-folder, slices",
    "cache-bytes, 15000000",
    "cache-bytes, 9999999999999999999",
    "cache-bytes, much",
    "slice-bytes, 63000",
    "slice-bytes, 17000000",
    "known-seconds, 3601",
    "access-key, reader",
  })
  void wrongValueIsNamedWithItsRemedy(String name, String value) {
    assertThatThrownBy(() -> settings(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains(name.equals("access-key") ? "secret-key" : name)
        .doesNotContain("hidden")
        .hasSizeGreaterThan(30);
  }

  @ParameterizedTest
  @CsvSource({
    "s3://films, a b/ä.mp4, films, a b/ä.mp4",
    "s3://films/, a.mp4, films, a.mp4",
    "s3://films/2026/new/, a.mp4, films, 2026/new/a.mp4",
  })
  void storeAndPathGiveBucketAndKey(String store, String path, String bucket, String key)
      throws StoreException {
    assertThat(ObjectAddress.of(store, path)).isEqualTo(new ObjectAddress(bucket, key));
  }

  @ParameterizedTest
  @CsvSource({"s3:films", "s3://", "s3:///films", "http://films", "s3://fi lms"})
  void storeThatIsNoneIsRefused(String store) {
    assertThatThrownBy(() -> ObjectAddress.of(store, "a"))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.SETTINGS))
        .hasMessageContaining("s3://BUCKET");
  }

  @Test
  void longKeyIsNotThere() {
    assertThatThrownBy(() -> ObjectAddress.of("s3://films", "ä".repeat(513)))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.NOT_FOUND));
  }
}
