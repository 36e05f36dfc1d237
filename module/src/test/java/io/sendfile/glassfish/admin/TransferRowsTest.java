package io.sendfile.glassfish.admin;

import static io.sendfile.core.transfer.TransferState.WAITING_PEER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.files.Origin;
import io.sendfile.core.transfer.Ceiling;
import io.sendfile.core.transfer.HighestRate;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Phase;
import io.sendfile.core.transfer.TimeSpent;
import io.sendfile.core.transfer.TransferId;
import io.sendfile.core.transfer.TransferInfo;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.grizzly.jmx.RunningTransfer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransferRowsTest {
  @Test
  void tellsOfEachTransferInASentence() {
    Map<String, String> row =
        Map.of("id", "7f-1", "file", "media:a", "client", "192.0.2.7", "instance", "i1");
    assertThat(
            TransferChange.sentences(
                List.of("7f-1"), List.of(row), false, unused -> "is cancelled"))
        .isEqualTo("Transfer 7f-1 (media:a to 192.0.2.7) is cancelled.");
    assertThat(
            TransferChange.sentences(List.of("7f-1"), List.of(row), true, unused -> "is cancelled"))
        .isEqualTo("i1: Transfer 7f-1 (media:a to 192.0.2.7) is cancelled.");
  }

  @Test
  void idsWithoutATransferAreNamed() {
    Map<String, String> row =
        Map.of("id", "7f-1", "download-id", "order-1", "file", "media:a", "client", "192.0.2.7");
    assertThat(
            TransferChange.sentences(
                List.of("7f-2", "order-1", "8f\u202e"),
                List.of(row),
                false,
                unused -> "is cancelled"))
        .isEqualTo(
            """
            Transfer 7f-1 (media:a to 192.0.2.7) is cancelled.
            Not the id of one running transfer: 7f-2, 8f\\u202e""");
  }

  @Test
  void changeOfSeveralIsRefusedOnlyIfItIsImpossibleForAll() throws RefusedException {
    assertThat(TransferChange.changed(List.of("7f-1", "gone"), TransferRowsTest::found)).hasSize(1);
    assertThatThrownBy(() -> TransferChange.changed(List.of("gone"), TransferRowsTest::found))
        .isInstanceOf(RefusedException.class)
        .hasMessage("gone is gone");
    assertThatThrownBy(() -> TransferChange.changed(List.of("a", "b"), TransferRowsTest::found))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("None of these 2 ids belongs to exactly one running transfer");
  }

  private static RunningTransfer found(String id) {
    if (id.equals("7f-1")) {
      return running(id);
    }
    throw new IllegalArgumentException(id + " is gone");
  }

  @Test
  void listSaysThatItIsEmpty() {
    assertThat(new ListSendfileTransfers().text(List.of(), false))
        .isEqualTo("No transfer is running.");
  }

  private static RunningTransfer running(String id) {
    TransferInfo info =
        new TransferInfo(
            new TransferId(id, "order 7"),
            new Origin("download-shop", "server"),
            "http-listener-1",
            "media",
            "films/sunrise.mp4",
            new InetSocketAddress("198.51.100.207", 5),
            "alice",
            200,
            "");
    return new RunningTransfer(
        new TransferSnapshot(
            info,
            "adaptive",
            WAITING_PEER,
            "",
            17_682_954,
            50_000_000,
            4_785_193,
            0,
            Ceiling.NONE,
            false,
            HighestRate.NONE,
            new TimeSpent(Map.of(Phase.CLIENT, 93L, Phase.SENDING, 7L)),
            new LimitUsage(1, 4, 3, 10, 0, 10, 0, 1 << 20),
            Duration.ofSeconds(5)));
  }

  private static Map<String, String> row(String instance, String id) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("instance", instance);
    row.putAll(ListSendfileTransfers.row(running(id)));
    return row;
  }

  @Test
  void listFitsOnAConsole() {
    String text = new ListSendfileTransfers().text(List.of(row("server", "18c82a72-4a")), false);
    assertThat(text)
        .isEqualTo(
            """
            id           application    client          done  total    rate      eta   file                     verdict
            18c82a72-4a  download-shop  198.51.100.207  35 %  50.0 MB  4.8 MB/s  0:07  media:films/sunrise.mp4  its client reads slowly""");
    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(132));
  }

  @Test
  void progressIsNothingOrAllOnlyIfItIs() {
    Map<String, String> begun = row("server", "7f-1");
    begun.put("bytes", "400000");
    begun.put("percent", "0");
    assertThat(new ListSendfileTransfers().text(List.of(begun), false)).contains("  < 1 %  ");
  }

  @Test
  void listOfSeveralServersNamesThem() {
    List<Map<String, String>> rows = List.of(row("i1", "7f-1"), row("i2", "8f-1"));
    assertThat(new ListSendfileTransfers().text(rows, true).lines())
        .element(1)
        .asString()
        .startsWith("i1        7f-1");
    assertThat(new ListSendfileTransfers().text(rows, false)).doesNotContain("i1");
  }

  @Test
  void rootIsShownLineByLine() {
    Map<String, String> root = new LinkedHashMap<>();
    root.put("name", "media");
    root.put("path", "/srv/media");
    root.put("virtual-servers", "");
    assertThat(ListSendfileRoots.block(root))
        .isEqualTo("media\n  path             /srv/media\n  virtual-servers  -");
  }
}
