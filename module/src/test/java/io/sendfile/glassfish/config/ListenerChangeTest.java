package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.config.ListenerChange.Changed;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jvnet.hk2.config.ConfigBeanProxy;

class ListenerChangeTest {
  private static final String HTTP =
      "server-config.network-config.protocols.protocol.http-listener-1.http";
  private static final String LISTENER =
      "server-config.network-config.network-listeners.network-listener.http-listener-1";

  private static ListenerChange change(Changed... all) {
    return ListenerChange.of(List.of("http-listener-1"), List.of(all));
  }

  @Test
  void tellsBothValuesAndTheWayBack() {
    assertThat(change(new Changed(HTTP, "http", "header-buffer-length-bytes", "8192", "8193")))
        .isEqualTo(
            new ListenerChange(
                List.of("http-listener-1"),
                "http.header-buffer-length-bytes is 8193, was 8192",
                "asadmin set " + HTTP + ".header-buffer-length-bytes=8192",
                true));
    assertThat(change(new Changed(LISTENER, "network-listener", "port", "8080", "8081")).text())
        .isEqualTo("port is 8081, was 8080");
  }

  @Test
  void tellsSeveralOfOneTransactionTogether() {
    ListenerChange change =
        change(
            new Changed(HTTP, "http", "max-connections", "256", "1"),
            new Changed(HTTP, "http", "compressable-mime-type", "text/html, text/xml", ""));

    assertThat(change.text())
        .isEqualTo(
            "http.max-connections is 1, was 256;"
                + " http.compressable-mime-type is empty, was text/html, text/xml");
    assertThat(change.back())
        .isEqualTo(
            "asadmin set %1$s.max-connections=256 '%1$s.compressable-mime-type=text/html, text/xml'"
                .formatted(HTTP));
  }

  @Test
  void tellsOfElementsAndUnsetValuesWithoutAWayBack() {
    ConfigBeanProxy element =
        (ConfigBeanProxy)
            Proxy.newProxyInstance(
                ConfigBeanProxy.class.getClassLoader(),
                new Class<?>[] {ConfigBeanProxy.class},
                (proxy, method, arguments) -> null);

    assertThat(change(new Changed(HTTP, "protocol", "ssl", null, element)))
        .extracting(ListenerChange::text, ListenerChange::back)
        .containsExactly("protocol.ssl is added", "");
    assertThat(change(new Changed("any", "network-listeners", "network-listener", element, null)))
        .extracting(ListenerChange::text, ListenerChange::back)
        .containsExactly("network-listener is removed", "");
    assertThat(change(new Changed(LISTENER, "network-listener", "address", null, "::1")))
        .extracting(ListenerChange::text, ListenerChange::back)
        .containsExactly("address is ::1, was not set", "");
  }

  @Test
  void tellsAValueThatWasSetAgainOnlyWhereNoneDiffers() {
    Changed again = new Changed(LISTENER, "network-listener", "transport", "tcp", "tcp");

    assertThat(change(again))
        .isEqualTo(
            new ListenerChange(
                List.of("http-listener-1"), "transport was set to tcp again", "", false));
    assertThat(change(again, new Changed(LISTENER, "network-listener", "port", "8080", "8081")))
        .isEqualTo(
            new ListenerChange(
                List.of("http-listener-1"),
                "port is 8081, was 8080",
                "asadmin set " + LISTENER + ".port=8080",
                true));
    assertThat(change(new Changed(HTTP, "ssl", "key-store-password", "same", "same")))
        .extracting(ListenerChange::text, ListenerChange::differs)
        .containsExactly("ssl.key-store-password was set again", false);
  }

  @Test
  void tellsNoSecret() {
    ListenerChange change =
        change(
            new Changed(HTTP, "ssl", "key-store-password", "old", "new"),
            new Changed(HTTP, "ssl", "ssl3-enabled", "false", "true"));

    assertThat(change.text())
        .isEqualTo("ssl.key-store-password is another one; ssl.ssl3-enabled is true, was false");
    assertThat(change.back()).isEmpty();
  }
}
