package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.filter.RawClient.Head;
import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Downloads that end early, over each way of sending. */
class InterruptedHandOffTest {
  private static final long LARGE = 200L << 20;

  abstract static class Contract extends ServerFixture {
    @BeforeEach
    void makeFile() throws IOException {
      sparseFile("large", LARGE);
    }

    /** A client that has read the header and then stops: the server finds its socket full. */
    private RawClient stuckClient() throws IOException {
      RawClient client = new RawClient(connect()).sendGet("/?files:large");
      Head head = client.readHead();
      assertThat(head.contentLength()).isEqualTo(LARGE);
      return client;
    }

    @Override
    Socket connect() throws IOException {
      return connect(16 * 1024);
    }

    @Test
    void clientThatIsKilledIsAnAbort() throws Exception {
      RawClient client = stuckClient();
      awaitState(TransferState.WAITING_PEER);
      client.abort();
      assertThat(awaitEnd(Outcome.CLIENT_ABORTED).bytes()).isLessThan(LARGE);
    }

    @Test
    void clientThatClosesWhileItIsServedIsAnAbort() throws Exception {
      RawClient client = stuckClient();
      awaitState(TransferState.WAITING_PEER);
      client.close();
      awaitEnd(Outcome.CLIENT_ABORTED);
    }

    @Test
    void clientThatStopsReadingIsGivenUpAndReset() throws Exception {
      engine.apply(settingsWith(with("STALL_TIMEOUT_SECONDS", "1")));
      try (RawClient client = stuckClient()) {
        awaitEnd(Outcome.STALLED);
        assertThat(client.drain()).isLessThan(LARGE);
      }
    }

    @Test
    void fileThatIsTruncatedMeanwhileIsAReset() throws Exception {
      try (RawClient client = stuckClient()) {
        awaitState(TransferState.WAITING_PEER);
        try (FileChannel file =
            FileChannel.open(files.resolve("large"), StandardOpenOption.WRITE)) {
          file.truncate(1000);
        }
        assertThat(client.drain()).as("never padded").isLessThan(LARGE);
        awaitEnd(Outcome.CHANGED);
      }
    }

    @Test
    void cancelledDownloadIsAReset() throws Exception {
      try (RawClient client = stuckClient()) {
        assertThat(awaitState(TransferState.WAITING_PEER).end(Outcome.CANCELLED)).isTrue();
        assertThat(client.drain()).isLessThan(LARGE);
        awaitEnd(Outcome.CANCELLED);
      }
    }

    @Test
    void shutdownEndsAllDownloads() throws Exception {
      try (RawClient one = stuckClient();
          RawClient two = stuckClient()) {
        await("both run", () -> engine.scheduler().transfers().size() == 2);
        engine.close();
        awaitEnd(Outcome.SHUTDOWN);
        awaitEnd(Outcome.SHUTDOWN);
        assertThat(one.drain() + two.drain()).isLessThan(2 * LARGE);
      }
    }

    @Test
    void manyKilledClientsLeaveNothing() throws Exception {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        clients.add(stuckClient());
      }
      for (RawClient client : clients) {
        client.abort();
      }
      for (int i = 0; i < 10; i++) {
        awaitEnd(Outcome.CLIENT_ABORTED);
      }
    }

    @Test
    void tooManyDownloadsAreToldToComeBack() throws Exception {
      engine.apply(settingsWith(with("MAX_ACTIVE_TRANSFERS", "1", "MAX_WAITING_TRANSFERS", "0")));
      byte[] small = file("small", 100);
      try (RawClient stuck = stuckClient();
          RawClient other = new RawClient(connect())) {
        Reply reply = other.get("/?files:large");
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.header("Retry-After")).matches("[1-9][0-9]*");
        assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
            .containsOnlyKeys("overloaded");
        try (RawClient third = new RawClient(connect())) {
          assertBytes(third.get("/?files:small").body(), small);
        }
        stuck.abort();
      }
    }

    @Test
    void waitingDownloadStartsWhenAnotherEnds() throws Exception {
      engine.apply(settingsWith(with("MAX_ACTIVE_TRANSFERS", "1")));
      byte[] bytes = file("f", 100_000);
      try (RawClient stuck = stuckClient();
          RawClient waiting = new RawClient(connect())) {
        waiting.sendGet("/?files:f");
        await("it waits", () -> engine.scheduler().usage().waiting() == 1);
        stuck.abort();
        assertBytes(waiting.read().body(), bytes);
      }
      // In any order: a place becomes free before the end of its holder is reported.
      assertThat(List.of(awaitEnd().outcome(), awaitEnd().outcome()))
          .containsExactlyInAnyOrder(Outcome.CLIENT_ABORTED, Outcome.COMPLETED);
    }

    private String[] with(String... more) {
      List<String> all = new ArrayList<>(List.of(settings()));
      all.addAll(List.of(more));
      return all.toArray(String[]::new);
    }
  }

  @Nested
  class ZeroCopy extends Contract {}

  @Nested
  class Buffered extends Contract {
    @Override
    String[] settings() {
      return new String[] {"ZERO_COPY", "false"};
    }
  }

  /** More clients leave than the allowance for buffers covers. */
  @Nested
  class BufferedFromASlab extends Buffered {
    BufferedFromASlab() {
      policy = BufferPolicies.DIRECT_VIEW;
    }
  }

  @Nested
  class Tls extends Contract {
    Tls() {
      overTls = true;
    }
  }
}
