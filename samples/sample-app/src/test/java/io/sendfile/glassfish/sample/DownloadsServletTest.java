package io.sendfile.glassfish.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.application.SendfileResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DownloadsServletTest {
  @Test
  void showsWhatBecameOfADownload() {
    SendfileResult result =
        new SendfileResult(
            "order-7",
            "client-abort",
            "",
            200,
            1024,
            3 << 20,
            3 << 20,
            "",
            "files",
            "<a&b>.bin",
            Instant.EPOCH,
            Duration.ofSeconds(2),
            Map.of());
    assertThat(DownloadsServlet.row(result))
        .contains("&lt;a&amp;b&gt;.bin", "client-abort", ">1 KiB<", ">3 MiB<", ">2000<")
        .doesNotContain("<a&b>");
  }
}
