package io.sendfile.glassfish.console.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import java.util.Map;

/** Charts for Chart.js, without data: {@code sendfile.js} fills and colours them. */
@Named("charts")
@ApplicationScoped
public class Charts {
  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  /** Bytes per second. */
  public String getRate() {
    return lines("Sent");
  }

  /** Transfers. */
  public String getTransfers() {
    return lines("In progress", "Waiting");
  }

  /** Milliseconds. */
  public String getFirstByte() {
    return lines("50 %", "90 %", "99 %");
  }

  private static String lines(String... labels) {
    JsonArrayBuilder sets = JSON.createArrayBuilder();
    for (String label : labels) {
      sets.add(
          JSON.createObjectBuilder()
              .add("label", label)
              .add("data", JSON.createArrayBuilder())
              .add("borderWidth", 2)
              .add("pointRadius", 0)
              .add("pointHitRadius", 12)
              .add("tension", 0.2));
    }
    return JSON.createObjectBuilder()
        .add("type", "line")
        .add("data", JSON.createObjectBuilder().add("datasets", sets))
        .add("options", options(labels.length > 1))
        .build()
        .toString();
  }

  private static JsonObject options(boolean legend) {
    return JSON.createObjectBuilder()
        .add("animation", false)
        .add("parsing", false)
        .add("responsive", true)
        .add("maintainAspectRatio", false)
        .add("interaction", JSON.createObjectBuilder().add("mode", "index").add("intersect", false))
        .add(
            "plugins",
            JSON.createObjectBuilder()
                .add(
                    "legend",
                    JSON.createObjectBuilder()
                        .add("display", legend)
                        .add("align", "end")
                        .add("labels", JSON.createObjectBuilder().add("boxWidth", 12))))
        .add("scales", scales())
        .build();
  }

  private static JsonObject scales() {
    return JSON.createObjectBuilder()
        .add(
            "x",
            JSON.createObjectBuilder()
                .add("type", "linear")
                .add("ticks", JSON.createObjectBuilder().add("maxRotation", 0)))
        .add("y", JSON.createObjectBuilder().add("beginAtZero", true))
        .build();
  }
}
