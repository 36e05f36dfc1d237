package io.sendfile.grizzly.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.memory.BodyBuffers.BodyBuffer;
import java.nio.ByteBuffer;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.MemoryManager;
import org.junit.jupiter.api.Test;

class BodyBuffersTest {
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
}
