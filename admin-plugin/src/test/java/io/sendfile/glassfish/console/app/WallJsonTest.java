package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.transfer.AdmissionControl.LimitUsage;
import io.sendfile.core.transfer.AdmissionControl.Limits;
import io.sendfile.glassfish.admin.LiveFigures;
import io.sendfile.glassfish.console.app.Source.Live;
import io.sendfile.glassfish.console.app.Source.Rows;
import io.sendfile.operations.history.Mark;
import jakarta.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WallJsonTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");
  private static final Target SHOP = new Target("shop", Target.Kind.CLUSTER, "shop-config");

  /** With names of a listener, a root, an application and an administrator. */
  private static LiveFigures figures() {
    Statistics stats = new Statistics(() -> NOW);
    stats.listener("listener-name").root("root-name").sent(5, 0);
    return new LiveFigures(
        "",
        new LimitUsage(1, 4, 2, 100, 3, 10, 0, Limits.NONE),
        stats.snapshot(),
        Map.of("listener-name", stats.snapshot()),
        Map.of("root-name", stats.snapshot()),
        Map.of(),
        List.of(),
        Distribution.NONE,
        List.of(new Mark(NOW, Mark.Kind.DEPLOYED, "admin-name", "application-name")));
  }

  @Test
  void hasFiguresButNoNameOfAnythingInside() {
    JsonObject json =
        WallJson.of(
            SHOP,
            new Live(Map.of("one", figures()), List.of()),
            new Rows(
                List.of(
                    Map.of("code", "settings", "severity", "warning", "problem", "/srv/private")),
                List.of()),
            0,
            NOW);

    assertThat(json.getString("name")).isEqualTo("shop (cluster)");
    assertThat(json.getJsonObject("totals").getInt("bytes")).isEqualTo(5);
    assertThat(json.getJsonObject("limits").getInt("workersBusy")).isEqualTo(1);
    assertThat(json.keySet())
        .containsExactlyInAnyOrder(
            "now",
            "offset",
            "name",
            "host",
            "problems",
            "samples",
            "times",
            "drain",
            "totals",
            "limits");
    assertThat(json.toString())
        .contains("1 problem of settings")
        .doesNotContain("listener-", "root-", "admin-", "application-", "private");
  }

  @Test
  void silentServersAreCountedWithoutTheirReasons() {
    JsonObject json =
        WallJson.of(
            SHOP,
            new Live(Map.of(), List.of("one: refused by host-name:4848")),
            new Rows(List.of(), List.of()),
            0,
            NOW);

    assertThat(json).doesNotContainKey("totals");
    assertThat(json.toString()).contains("A server does not answer").doesNotContain("host-name");
  }
}
