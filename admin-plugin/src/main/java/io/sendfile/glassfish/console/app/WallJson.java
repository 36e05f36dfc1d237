package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.app.Source.Live;
import io.sendfile.glassfish.console.app.Source.Rows;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Instant;
import java.util.Map;

/** JSON of the wall display: the figures of {@link LiveJson} that name nobody and no file. */
final class WallJson {
  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private WallJson() {}

  /**
   * The whole document.
   *
   * @param since the moment after which samples are new to the page
   */
  static JsonObject of(Target target, Live live, Rows problems, long since, Instant now) {
    int silent = Math.max(live.failures().size(), problems.failures().size());
    JsonArrayBuilder lines = JSON.createArrayBuilder();
    WallProblems.of(problems.rows(), silent)
        .forEach(
            line ->
                lines.add(
                    JSON.createObjectBuilder()
                        .add("severity", line.severity())
                        .add("text", line.text())));
    JsonObjectBuilder document =
        LiveJson.at(now)
            .add("name", Text.plain(target.label()))
            .add("host", target.isElsewhere() ? "" : new ThisServer().getHost())
            .add("problems", lines);
    live.together().ifPresent(figures -> LiveJson.addNumbers(document, figures, since));
    return document.build();
  }
}
