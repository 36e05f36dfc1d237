package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.MemoryManager;
import org.junit.jupiter.api.Test;

class PooledThreadTest {
  @Test
  void buffersThatWereDisposedOfAreUsedAgainByTheThread() throws Exception {
    CompletableFuture<Boolean> same = new CompletableFuture<>();
    Thread thread = PooledThread.make(() -> same.complete(firstArray() == firstArray()), "pooled");
    thread.start();

    assertThat(same.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(thread.getName()).isEqualTo("pooled");
    thread.join();
  }

  private static byte[] firstArray() {
    Buffer buffer = MemoryManager.DEFAULT_MEMORY_MANAGER.allocate(1000);
    byte[] array = buffer.array();
    buffer.dispose();
    return array;
  }
}
