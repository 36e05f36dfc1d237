package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OriginsTest {
  private static boolean isOwn(String... headers) {
    Map<String, String> all = new HashMap<>(Map.of("Host", "admin.example:4848"));
    for (int i = 0; i < headers.length; i += 2) {
      all.put(headers[i], headers[i + 1]);
    }
    return Origins.isOwn(
        (HttpServletRequest)
            Proxy.newProxyInstance(
                OriginsTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getScheme") ? "https" : all.get(arguments[0])));
  }

  @Test
  void ourOwnPagesMayPost() {
    assertThat(isOwn("Origin", "https://admin.example:4848")).isTrue();
    assertThat(isOwn("Sec-Fetch-Site", "same-origin")).isTrue();
    assertThat(isOwn("Sec-Fetch-Site", "same-origin", "Origin", "https://ADMIN.example:4848"))
        .isTrue();
  }

  @Test
  void otherSitesMayNot() {
    assertThat(isOwn("Origin", "https://evil.example")).isFalse();
    assertThat(isOwn("Origin", "https://admin.example:8181")).isFalse();
    assertThat(isOwn("Origin", "http://admin.example:4848")).isFalse();
    assertThat(isOwn("Origin", "null")).isFalse();
    assertThat(isOwn("Origin", "https://admin.example:4848@evil.example")).isFalse();
    assertThat(isOwn("Origin", "%%%")).isFalse();
    assertThat(isOwn("Sec-Fetch-Site", "cross-site")).isFalse();
    assertThat(isOwn("Sec-Fetch-Site", "same-site", "Origin", "https://admin.example:4848"))
        .isFalse();
    assertThat(isOwn("Sec-Fetch-Site", "same-origin", "Origin", "https://evil.example")).isFalse();
  }

  @Test
  void whoDoesNotTellMayNot() {
    assertThat(isOwn()).isFalse();
  }
}
