package io.sendfile.glassfish.application;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletRequest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SendfileResultTest {
  private static final Instant TIME = Instant.parse("2026-11-22T01:02:03Z");
  private static final Map<String, Object> FIELDS =
      Map.ofEntries(
          Map.entry("download_id", "order-7"),
          Map.entry("method", "GET"),
          Map.entry("delivered", true),
          Map.entry("outcome", "client-abort"),
          Map.entry("reason", ""),
          Map.entry("status", 206),
          Map.entry("bytes", 50L),
          Map.entry("length", 90L),
          Map.entry("size", 100L),
          Map.entry("range", "10-99"),
          Map.entry("root", "media"),
          Map.entry("file_path", "a/b.bin"),
          Map.entry("started", TIME),
          Map.entry("duration_ms", 2000L));

  @Test
  void setsTheAttributeAndReadsWhatItIsGiven() {
    Map<String, Object> attributes = new HashMap<>();
    ServletRequest request =
        (ServletRequest)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServletRequest.class},
                (proxy, method, arguments) -> attributes.put((String) arguments[0], arguments[1]));
    List<SendfileResult> told = new ArrayList<>();
    SendfileResult.tell(request, told::add);
    @SuppressWarnings("unchecked")
    Consumer<Map<String, Object>> listener =
        (Consumer<Map<String, Object>>) attributes.get("io.sendfile.listener");
    listener.accept(FIELDS);
    assertThat(told)
        .containsExactly(
            new SendfileResult(
                "order-7",
                "client-abort",
                "",
                206,
                50,
                90,
                100,
                "10-99",
                "media",
                "a/b.bin",
                TIME,
                Duration.ofSeconds(2),
                FIELDS));
    assertThat(told.get(0).completed()).isFalse();
    assertThat(told.get(0).delivered()).isTrue();
    assertThat(told.get(0).method()).isEqualTo("GET");
  }
}
