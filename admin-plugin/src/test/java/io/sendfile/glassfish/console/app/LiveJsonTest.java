package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.glassfish.jmx.BufferPolicyMXBean;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveJsonTest {
  private static BufferPolicyMXBean unused() {
    return (BufferPolicyMXBean)
        Proxy.newProxyInstance(
            LiveJsonTest.class.getClassLoader(),
            new Class<?>[] {BufferPolicyMXBean.class},
            (proxy, method, arguments) ->
                method.getReturnType() == String.class
                    ? "pooled"
                    : method.getReturnType() == int.class ? (Object) 0 : (Object) 0L);
  }

  @Test
  void namesThatWouldReorderALineAreMadeVisible() {
    assertThat(LiveJson.buffers(Map.of("one\u202eowt", unused())).build().toString())
        .contains("one\\\\u202eowt")
        .doesNotContain("\u202e");
  }
}
