package io.sendfile.glassfish.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransferRowsTest {
  @ParameterizedTest
  @CsvSource({
    "-1,-",
    "0,0:00",
    "7,0:07",
    "61,1:01",
    "3599,59:59",
    "3723,1:02:03",
    "360000,100:00:00"
  })
  void tellsTimesAsClocksDo(long seconds, String text) {
    assertThat(TransferRows.time(seconds)).isEqualTo(text);
  }

  @Test
  void tellsOfEachTransferInASentence() {
    Map<String, String> row =
        Map.of("id", "7f-1", "file", "media:a", "client", "192.0.2.7", "instance", "i1");
    assertThat(TransferRows.sentences(List.of(row), false, unused -> "is cancelled"))
        .isEqualTo("Transfer 7f-1 (media:a to 192.0.2.7) is cancelled.");
    assertThat(TransferRows.sentences(List.of(row), true, unused -> "is cancelled"))
        .isEqualTo("i1: Transfer 7f-1 (media:a to 192.0.2.7) is cancelled.");
  }

  @Test
  void listSaysThatItIsEmpty() {
    assertThat(new ListSendfileTransfers().text(List.of(), false))
        .isEqualTo("No transfer is running.");
  }

  @Test
  void listOfSeveralServersNamesThem() {
    List<Map<String, String>> rows =
        List.of(Map.of("instance", "i1", "id", "7f-1"), Map.of("instance", "i2", "id", "8f-1"));
    assertThat(new ListSendfileTransfers().text(rows, true).lines())
        .element(1)
        .asString()
        .startsWith("i1        7f-1");
    assertThat(new ListSendfileTransfers().text(rows, false)).doesNotContain("i1");
  }
}
