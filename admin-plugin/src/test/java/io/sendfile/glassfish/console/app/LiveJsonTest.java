package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.buffer.BufferChoice;
import io.sendfile.glassfish.memory.ListenerMemory;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveJsonTest {
  private static String buffers(String listener, String policy) {
    try (ListenerMemory memory = new ListenerMemory(new BufferChoice(policy, 1 << 20))) {
      return LiveJson.buffers(Map.of(listener, memory)).build().toString();
    }
  }

  @Test
  void namesThatWouldReorderALineAreMadeVisible() {
    assertThat(buffers("one\u202eowt", "heap"))
        .contains("one\\\\u202eowt")
        .doesNotContain("\u202e");
  }

  @Test
  void buffersOfTheServerItselfAreNotCounted() {
    assertThat(buffers("http-listener-1", "server-default"))
        .contains("\"policy\":\"server-default\"", "\"inUse\":0", "\"highWaterBytes\":0");
  }
}
