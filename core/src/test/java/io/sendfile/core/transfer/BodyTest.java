package io.sendfile.core.transfer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.Literal;
import io.sendfile.core.content.Segment;
import io.sendfile.core.files.OpenFile;
import io.sendfile.spi.Delivered.Span;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTest {
  @TempDir Path temp;
  private Downloads downloads;
  private Path path;
  private OpenFile file;
  private final ScriptedSink sink = new ScriptedSink();

  @BeforeEach
  void makeFile() throws IOException {
    downloads = new Downloads(temp.toRealPath(), new FakeClock());
    path = Files.writeString(temp.resolve("digits"), "0123456789");
    file = downloads.open(path);
  }

  @AfterEach
  void closeAll() {
    downloads.close();
  }

  private static Literal literal(String text) {
    return new Literal(ByteBuffer.wrap(text.getBytes(US_ASCII)).asReadOnlyBuffer());
  }

  @Test
  void tellsWhichBytesOfTheFileItHas() {
    assertThat(new Body(file, List.of(new FileSlice(0, 10))).range()).isEmpty();
    assertThat(new Body(file, List.of(new FileSlice(4, 1))).range()).isEqualTo("4-4");
    List<Segment> parts =
        List.of(literal("<a>"), new FileSlice(2, 3), literal("<b>"), new FileSlice(0, 1));
    assertThat(new Body(file, parts).range()).isEqualTo("2-4,0-0");
  }

  @Test
  void tellsWhichBytesOfTheFileHaveGoneWithSoManyBytes() {
    Body body =
        new Body(
            file,
            List.of(literal("<a>"), new FileSlice(2, 3), literal("<b>"), new FileSlice(0, 1)));
    assertThat(body.sourceSize()).isEqualTo(10);
    assertThat(body.spans(0)).isEmpty();
    assertThat(body.spans(3)).isEmpty();
    assertThat(body.spans(4)).containsExactly(new Span(2, 3));
    assertThat(body.spans(9)).containsExactly(new Span(2, 5));
    assertThat(body.spans(10)).containsExactly(new Span(2, 5), new Span(0, 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 1000})
  void sendsItsSegmentsInOrderWhateverTheSteps(long step) throws IOException {
    List<Segment> segments =
        List.of(
            literal("<a>"),
            new FileSlice(2, 3),
            literal("<b>"),
            new FileSlice(0, 10),
            literal("<e>"));
    Body body = new Body(file, segments);
    assertThat(body.length()).isEqualTo(22);
    while (body.remaining() > 0) {
      assertThat(body.sendSome(sink, step)).isBetween(1L, step);
    }
    assertThat(new String(sink.received(), US_ASCII)).isEqualTo("<a>234<b>0123456789<e>");
    assertThat(body.sent()).isEqualTo(22);
  }

  @Test
  void staysWhereItIsWhenThePeerIsFull() throws IOException {
    Body body = new Body(file, List.of(literal("abc"), new FileSlice(0, 2)));
    sink.thenFull().thenTake(2).thenFull().then(n -> n).thenFull();
    assertThat(body.sendSome(sink, 9)).isZero();
    assertThat(body.sendSome(sink, 9)).isEqualTo(2);
    assertThat(body.sendSome(sink, 9)).isZero();
    assertThat(body.sendSome(sink, 9)).isEqualTo(1);
    assertThat(body.sendSome(sink, 9)).isZero();
    assertThat(body.sendSome(sink, 9)).isEqualTo(2);
    assertThat(new String(sink.received(), US_ASCII)).isEqualTo("abc01");
  }

  @Test
  void noticesThatTheFileBecameTooShort() throws IOException {
    Body body = new Body(file, List.of(new FileSlice(0, 4), literal("-"), new FileSlice(4, 6)));
    assertThat(body.sourceChanged()).isFalse();
    truncate(9);
    assertThat(body.sourceChanged()).as("the first slice is all there").isFalse();
    body.sendSome(sink, 4);
    assertThat(body.sourceChanged()).as("a literal needs no file").isFalse();
    body.sendSome(sink, 1);
    assertThat(body.sourceChanged()).isTrue();
  }

  @Test
  void tellsWhetherTheNextByteCanBeRead() throws IOException {
    Body body = new Body(file, List.of(new FileSlice(0, 10)));
    assertThat(body.sourceReadable()).isTrue();
    truncate(0);
    assertThat(body.sourceReadable()).isFalse();
    file.close();
    assertThatIOException().isThrownBy(body::sourceReadable);
  }

  @Test
  void needsNoReadableFileAfterItsLastByte() throws IOException {
    Body body = new Body(file, List.of(new FileSlice(0, 10)));
    body.skipAll();
    file.close();
    assertThat(body.sourceReadable()).isTrue();
    assertThat(body.remaining()).isZero();
    assertThat(body.sent()).isEqualTo(10);
  }

  @Test
  void closingItClosesTheFileOnceOrTwice() {
    Body body = new Body(file, List.of());
    body.close();
    body.close();
    assertThat(file.channel().isOpen()).isFalse();
  }

  private void truncate(long size) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }
}
