package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.Literal;
import io.sendfile.core.content.Segment;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.OpenFiles;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.Source;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.files.Target;
import io.sendfile.grizzly.memory.CountingMemory;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.MemoryManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyBuffersTest {
  @TempDir Path temp;

  private static final MemoryManager<?> MEMORY = MemoryManager.DEFAULT_MEMORY_MANAGER;

  private final BodyBuffers threads = new BodyBuffers(MEMORY, true);

  @Test
  void bytesThatWereSentMakeRoomForTheNextOnesOfTheThread() {
    BodyBuffer first = threads.take(1000);
    byte[] array = first.room().array();
    first.filled(10);
    first.written(true, false);

    assertThat(threads.take(900).room().array()).isSameAs(array);
  }

  @Test
  void bytesThatMayBeOnTheirWayAreNeverOverwritten() {
    BodyBuffer first = threads.take(4);
    Buffer onItsWay = first.filled(4);
    first.room().putInt(0x01020304);
    first.written(false, false);

    threads.take(4).room().putInt(0);

    assertThat(onItsWay.getInt(0)).isEqualTo(0x01020304);
  }

  @Test
  void bytesThatWereEncryptedMakeRoomThoughTheirCiphertextIsOnItsWay() {
    BodyBuffer first = threads.take(1000);
    byte[] array = first.room().array();
    Buffer sent = first.filled(10);
    sent.position(sent.limit());
    first.written(false, true);

    assertThat(threads.take(900).room().array()).isSameAs(array);
  }

  @Test
  void twoBuffersOfOneThreadNeverShareAnArray() {
    threads.take(4).release();
    BodyBuffer first = threads.take(4);
    BodyBuffer second = threads.take(4);

    assertThat(second.room().array()).isNotSameAs(first.room().array());
  }

  @Test
  void whatGrizzlyDoesToTheBufferAfterwardsDoesNotTouchTheNextOne() {
    BodyBuffer first = threads.take(100);
    Buffer sent = first.filled(100);
    first.written(true, false);
    ByteBuffer next = threads.take(50).room();
    sent.position(70).limit(80);
    sent.tryDispose();

    assertThat(next.remaining()).isEqualTo(50);
    assertThat(next.putLong(42, 4711).getLong(42)).isEqualTo(4711);
  }

  @Test
  void largeArraysAreNotKept() {
    BodyBuffer large = threads.take((64 << 10) + 1);
    byte[] array = large.room().array();
    large.release();

    assertThat(threads.take((64 << 10) + 1).room().array()).isNotSameAs(array);
  }

  @Test
  void thereIsRoomForAsManyBytesAsWereAskedForAndNoMore() {
    assertThat(threads.take(5).room().remaining()).isEqualTo(5);
    // The smallest buffers of this memory manager have 32 bytes.
    assertThat(new BodyBuffers(new CountingMemory(0), false).take(5).room().remaining())
        .isEqualTo(5);
  }

  @Test
  void otherwiseTheListenersMemoryServesAndTakesItBack() {
    CountingMemory counting = new CountingMemory(1000);
    BodyBuffers buffers = new BodyBuffers(counting, false);
    buffers.take(1000).release();
    buffers.take(1000).filled(5).tryDispose();

    assertThat(counting.inUse()).isZero();
  }

  private FileChannel digits() throws IOException {
    return FileChannel.open(Files.writeString(temp.resolve("digits"), "0123456789"));
  }

  private Roots roots() {
    Root root = new Root("r", temp, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    return Roots.of(List.of(root), List.of(), new OpenFiles(0));
  }

  private Source source(Roots roots) throws IOException {
    digits().close();
    OpenResult opened = new FileOpener().open(new Target.InRoot("r", "digits"), roots);
    return ((OpenResult.Opened) opened).file();
  }

  @ParameterizedTest
  @CsvSource({"0, 10, 10", "0, 11, 10", "9, 5, 1", "10, 5, 0", "99, 5, 0"})
  void readsAsFarAsTheFileGoes(long position, int wanted, int read) throws IOException {
    try (FileChannel file = digits()) {
      assertThat(threads.take(wanted).read(file, position)).isEqualTo(read);
    }
  }

  @Test
  void readsABodyOfManySegments() throws IOException {
    Literal literal = new Literal(ByteBuffer.wrap("<>".getBytes(US_ASCII)).asReadOnlyBuffer());
    List<Segment> body =
        List.of(literal, new FileSlice(8, 2), literal, new FileSlice(0, 3), literal);
    try (Roots roots = roots();
        Source file = source(roots)) {
      BodyBuffer buffer = threads.take(11);
      buffer.read(file, body);
      assertThat(buffer.filled(11).toStringContent(US_ASCII)).isEqualTo("<>89<>012<>");
    }
    assertThat(literal.bytes().remaining()).as("a literal may be sent again").isEqualTo(2);
  }

  @Test
  void shortFileIsAnError() throws IOException {
    CountingMemory counting = new CountingMemory(6);
    try (Roots roots = roots();
        Source file = source(roots)) {
      assertThatExceptionOfType(EOFException.class)
          .isThrownBy(
              () ->
                  new BodyBuffers(counting, false)
                      .take(6)
                      .read(file, List.of(new FileSlice(5, 6))));
    }
    assertThat(counting.inUse()).isZero();
  }

  @Test
  void releasesWhatCannotBeRead() throws IOException {
    CountingMemory counting = new CountingMemory(10);
    FileChannel closed = digits();
    closed.close();
    assertThatExceptionOfType(ClosedChannelException.class)
        .isThrownBy(() -> new BodyBuffers(counting, false).take(10).read(closed, 0));
    assertThat(counting.inUse()).isZero();
  }
}
