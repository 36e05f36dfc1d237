package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A Prometheus server that asks the server for its figures. */
final class Prometheus implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Command process;
  private final int port;

  private Prometheus(Command process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it and waits until it has asked the server.
   *
   * @param folder that has its configuration, {@code prometheus.yml}
   */
  static Prometheus start(Path folder, int port) throws IOException {
    Command process =
        Command.start(
            folder,
            "prometheus",
            "--config.file=prometheus.yml",
            "--storage.tsdb.path=data",
            "--web.listen-address=127.0.0.1:" + port);
    Prometheus prometheus = new Prometheus(process, port);
    Await.until(prometheus::log, SOON, prometheus::isUp);
    return prometheus;
  }

  private String log() {
    try {
      return process.output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private boolean isUp() throws IOException, InterruptedException {
    return !query("up{job=\"sendfile\"} == 1").isEmpty();
  }

  /** The result of an expression, as JSON; empty without one. */
  String query(String expression) throws IOException, InterruptedException {
    String result =
        get("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
            .getJsonArray("result")
            .toString();
    return result.equals("[]") ? "" : result;
  }

  /** The data of an answer of its HTTP API. */
  JsonObject get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1/" + path);
    String body =
        client
            .send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
                BodyHandlers.ofString())
            .body();
    try (JsonReader reader = Json.createReader(new StringReader(body))) {
      JsonObject answer = reader.readObject();
      assertThat(answer.getString("status")).as("%s: %s", path, body).isEqualTo("success");
      return answer.getJsonObject("data");
    }
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
