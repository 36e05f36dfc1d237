package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.SendfileSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServerNamesTest {
  private static final ServerNames THERE =
      new ServerNames(
          Set.of("shop"), Set.of("server"), Set.of("admin-listener"), Set.of("admin-listener"));

  private static SendfileSettings settings(String... root) {
    Map<String, String> values = new HashMap<>(Map.of("name", "media", "path", "/srv/media"));
    for (int i = 0; i < root.length; i += 2) {
      values.put(root[i], root[i + 1]);
    }
    return SettingsReader.read(Beans.config(Map.of(), Beans.root(values)), KnownNames.BUILT_IN)
        .settings();
  }

  @Test
  void rootsNameApplicationsAndVirtualServersThatThereAre() {
    assertThat(
            THERE.missing(
                settings(
                    "applications",
                    "shop,__default-web-module-server",
                    "virtual-servers",
                    "server")))
        .isEmpty();
    assertThat(THERE.missing(settings("applications", "shopp", "virtual-servers", "sever")))
        .containsExactly(
            "sendfile-root \"media\": applications names shopp, which is not deployed; there are"
                + " shop",
            "sendfile-root \"media\": virtual-servers names sever, which does not exist; there are"
                + " server");
  }

  @Test
  void limitNamesAnApplicationAndARootThatThereAre() {
    assertThat(THERE.missing("shop", "media", List.of("media"))).isEmpty();
    assertThat(THERE.missing("shopp", "meda", List.of("media")))
        .containsExactly(
            "application shopp is not deployed; there are shop",
            "root meda does not exist; there are media");
  }

  @Test
  void listenersAreThereAndThoseOfAdministrationRequireNoProxyHeader() {
    SendfileSettings settings =
        SettingsReader.read(
                Beans.configWithListeners(
                    Map.of(),
                    List.of(
                        Map.of("name", "gone", "burst-bytes", "0"),
                        Map.of("name", "admin-listener", "proxy-protocol", "required"))),
                KnownNames.BUILT_IN)
            .settings();
    assertThat(THERE.missing(settings))
        .containsExactlyInAnyOrder(
            "sendfile-listener \"gone\" is for no network-listener; there are admin-listener",
            "sendfile-listener \"admin-listener\": " + ServerNames.NO_PROXY_HEADERS);
  }

  @Test
  void fewOfManyNamesAreShown() {
    Set<String> many =
        IntStream.range(100, 400)
            .mapToObj(i -> "app-" + i)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(
            new ServerNames(many, Set.of(), Set.of(), Set.of())
                .missing(settings("applications", "shopp")))
        .singleElement()
        .asString()
        .endsWith(
            "there are app-100, app-101, app-102, app-103, app-104, app-105, app-106, app-107,"
                + " app-108, app-109 and 290 more");
  }
}
