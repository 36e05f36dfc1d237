package io.sendfile.glassfish.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletRequest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SendfileLinkTest {
  private final Map<String, Object> attributes = new HashMap<>();
  private final ServletRequest request =
      (ServletRequest)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {ServletRequest.class},
              (proxy, method, arguments) -> attributes.get((String) arguments[0]));

  @Test
  void handsItsTermsToTheServer() {
    Function<Map<String, String>, String> server = terms -> "/links/" + new TreeMap<>(terms);
    attributes.put("io.sendfile.link", server);
    SendfileLink plain = SendfileLink.to("media:a b.bin");
    assertThat(SendfileLink.isAvailable(request)).isTrue();
    assertThat(plain.once().expiresIn(Duration.ofMinutes(2)).create(request))
        .isEqualTo("/links/{expires=120s, file=media:a b.bin, once=true}");
    assertThat(plain.bytesPerSecond(5).client("c").saveAs("s").create(request))
        .isEqualTo("/links/{file=media:a b.bin, identity=c, rate=5, save-as=s}");
  }

  @Test
  void withoutTheBundleSaysWhatToDo() {
    assertThat(SendfileLink.isAvailable(request)).isFalse();
    assertThatThrownBy(() -> SendfileLink.to("media:a").create(request))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("sendfile-links");
  }
}
