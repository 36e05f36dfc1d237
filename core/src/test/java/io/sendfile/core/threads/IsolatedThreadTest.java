package io.sendfile.core.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SilentFile;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IsolatedThreadTest {
  @Test
  void whoClosesItDoesNotWaitForAFileThatItReads() throws Exception {
    IsolatedThread thread = new IsolatedThread("sendfile-test-isolated", 10);
    SilentFile file = new SilentFile();
    assertThat(thread.offer(file::read)).isTrue();
    assertThat(thread.offer(() -> {})).isTrue();
    assertThat(file.isRead()).isTrue();
    thread.close();
    try {
      assertThat(CompletableFuture.supplyAsync(thread::closeNow).get(20, TimeUnit.SECONDS))
          .as("dropped events")
          .isEqualTo(1);
      assertThat(thread.queued()).isZero();
    } finally {
      file.answer();
    }
    assertThat(thread.awaitEnd(20_000)).isTrue();
  }
}
