package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.Literal;
import io.sendfile.core.content.Segment;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.transfer.BurstSender.ReadAhead;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadAheadTest {
  private static final int MIB = 1 << 20;
  private static final int SIZE = 40 * MIB;
  private static final long FIRST = ReadAhead.FIRST_READ;

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private final ScriptedProbe probe = new ScriptedProbe();
  private final ScriptedSink sink = new ScriptedSink();
  private Downloads downloads;
  private OpenFile file;
  private Body body;
  private ReadAhead ahead;

  @BeforeEach
  void openAFile() throws IOException {
    downloads = new Downloads(temp.toRealPath(), clock);
    Path sparse = temp.resolve("large");
    try (FileChannel made =
        FileChannel.open(sparse, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      made.write(ByteBuffer.allocate(1), SIZE - 1);
    }
    file = downloads.open(sparse);
    send(new FileSlice(0, SIZE));
  }

  @AfterEach
  void close() {
    downloads.close();
  }

  private void send(Segment... segments) {
    body = new Body(file, List.of(segments));
    ahead = new ReadAhead(body, probe);
  }

  /** Sends all that is ready, and returns its length. */
  private long sendReady() throws IOException {
    long ready = ahead.ready();
    long left = ready;
    while (left > 0 && body.remaining() > 0) {
      left -= body.sendSome(sink, left);
    }
    return ready;
  }

  private void readIn(Duration time) throws IOException {
    ahead.read(
        () -> {
          clock.advance(time);
          return clock.getAsLong();
        });
  }

  private List<Long> asked() {
    return probe.asked().stream().map(Stretch::position).toList();
  }

  @Test
  void trustsAFileInMemoryForLongerAndLongerStretches() throws IOException {
    assertThat(List.of(sendReady(), sendReady(), sendReady(), sendReady(), sendReady()))
        .containsExactly(1L * MIB, 2L * MIB, 4L * MIB, 8L * MIB, 8L * MIB);
    assertThat(asked()).containsExactly(0L, 1L * MIB, 3L * MIB, 7L * MIB, 15L * MIB);
  }

  @Test
  void asksAboutTheWholeStretchThatItTrusts() throws IOException {
    sendReady();
    sendReady();
    assertThat(probe.asked()).extracting(Stretch::length).containsExactly(1L * MIB, 2L * MIB);
  }

  @Test
  void asksNothingWithinAStretch() throws IOException {
    ahead.ready();
    body.sendSome(sink, 1000);
    assertThat(ahead.ready()).isEqualTo(MIB - 1000);
    assertThat(probe.asked()).hasSize(1);
  }

  @Test
  void asksAtOnceAfterATurnThatTookLong() throws IOException {
    sendReady();
    ahead.ready();
    body.sendSome(sink, 1000);
    ahead.turnTook(Duration.ofMillis(3).toNanos());
    probe.answer(extent -> false);
    assertThat(ahead.ready()).isZero();
    assertThat(asked()).containsExactly(0L, 1L * MIB, 1L * MIB + 1000);
  }

  @Test
  void isNotAlarmedByATurnOfUsualLength() throws IOException {
    ahead.ready();
    ahead.turnTook(Duration.ofMillis(1).toNanos());
    assertThat(ahead.ready()).isEqualTo(MIB);
    assertThat(probe.asked()).hasSize(1);
  }

  @Test
  void readsAColdFileInLongerAndLongerStretchesWithoutAsking() throws IOException {
    probe.answer(extent -> false);
    for (long stretch : List.of(FIRST, 2 * FIRST, 4 * FIRST, 1L * MIB, 1L * MIB)) {
      assertThat(ahead.ready()).isZero();
      readIn(Duration.ofMillis(10));
      ahead.turnTook(Duration.ofMillis(10).toNanos());
      assertThat(sendReady()).isEqualTo(stretch);
    }
    assertThat(asked()).containsExactly(0L);
  }

  @Test
  void asksAgainWhenAReadWasTooQuickForADisk() throws IOException {
    probe.answer(extent -> false);
    assertThat(ahead.ready()).isZero();
    readIn(Duration.ofNanos(30_000));
    sendReady();
    probe.answer(extent -> true);
    assertThat(ahead.ready()).isEqualTo(MIB);
    assertThat(asked()).containsExactly(0L, FIRST);
  }

  /** Memory may be so short that they are gone by then. */
  @Test
  void sendsBytesThatWereReadWithoutAnotherLook() throws IOException {
    probe.answer(extent -> false);
    ahead.ready();
    readIn(Duration.ZERO);
    assertThat(ahead.ready()).isEqualTo(FIRST);
  }

  @Test
  void readsNoFurtherThanItsRange() throws IOException {
    probe.answer(extent -> false);
    send(new FileSlice(5000, 3000), new FileSlice(9 * MIB, 700));
    assertThat(ahead.ready()).isZero();
    readIn(Duration.ofMillis(10));
    assertThat(sendReady()).isEqualTo(3000);
    assertThat(ahead.ready()).as("the second range").isZero();
    readIn(Duration.ofMillis(10));
    assertThat(sendReady()).isEqualTo(700);
    assertThat(body.remaining()).isZero();
  }

  @Test
  void asksNothingAboutBytesThatAreInNoFile() throws IOException {
    send(new Literal(ByteBuffer.allocate(10)), new FileSlice(0, 10));
    assertThat(ahead.ready()).isPositive();
    assertThat(probe.asked()).isEmpty();
  }

  @Test
  void asksNothingAboutABodyThatIsNotWorthIt() throws IOException {
    probe.worthFrom(MIB);
    probe.answer(extent -> false);
    send(new FileSlice(0, MIB - 1));
    assertThat(ahead.ready()).isPositive();
    assertThat(probe.asked()).isEmpty();
  }

  @Test
  void leavesAFileThatBecameTooShortToTheTurn() throws IOException {
    probe.answer(extent -> false);
    ahead.ready();
    Files.write(temp.resolve("large"), new byte[10], StandardOpenOption.TRUNCATE_EXISTING);
    readIn(Duration.ofMillis(1));
    assertThat(ahead.ready()).isEqualTo(FIRST);
  }
}
