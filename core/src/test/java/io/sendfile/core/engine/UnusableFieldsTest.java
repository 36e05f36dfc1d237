package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.http.Views;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Header fields of an application that have no effect. */
class UnusableFieldsTest extends EngineFixture {
  @RegisterExtension
  private final CapturedLog log = new CapturedLog("io.sendfile.glassfish.engine");

  private void send(String... fields) {
    Decision.Send send =
        (Decision.Send) decideAt("any", Views.request("GET"), Views.response(200, fields), null);
    send.file().close();
  }

  @ParameterizedTest
  @CsvSource({
    "X-Sendfile-Id, order 7, none of them a blank",
    "X-Accel-Limit-Rate, 5M, without a unit",
    "X-LIGHTTPD-KBytes-per-second, fast, without a unit"
  })
  void areToldOnceForEachApplication(String field, String value, String rule) {
    for (int i = 0; i < 3; i++) {
      send("X-Sendfile", "files:f", field, value);
    }

    assertThat(log.lines()).singleElement().asString().contains(field, "'" + value + "'", rule);
  }

  @Test
  void usableOnesAreNot() {
    send("X-Sendfile", "files:f", "X-Sendfile-Id", "order-7", "X-Accel-Limit-Rate", "5000");
    send("X-Sendfile", "files:f", "X-Accel-Limit-Rate", "off");

    assertThat(log.lines()).isEmpty();
  }
}
