package io.sendfile.glassfish.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.StringJoiner;

/** The REST interface of a server in its own process, for scripts and the console. */
public final class Rest {
  /** Address of commands about the administration server's configuration. */
  public static final String CONFIG = "configs/config/server-config/";

  /** Address of commands about the running administration server. */
  public static final String SERVER = "servers/server/server/";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Rest() {}

  /**
   * A response.
   *
   * @param json its body
   */
  public record Reply(int status, JsonObject json) {
    /**
     * Checks for success.
     *
     * @return the data of the command
     */
    public JsonObject data() {
      assertThat(status).as("status; %s", json).isEqualTo(200);
      return json.getJsonObject("extraProperties");
    }

    /**
     * Checks for a refusal.
     *
     * @return the sentence with the reason
     */
    public String refusal() {
      assertThat(status).as("status; %s", json).isBetween(400, 599);
      return json.toString();
    }
  }

  /** GET of a resource below {@code /management/domain}; parameters are {@code name=value}. */
  public static Reply get(String path, String... parameters) {
    return send("GET", path + "?" + form(parameters), "");
  }

  /** Posts a form. */
  public static Reply post(String path, String... parameters) {
    return send("POST", path, form(parameters));
  }

  /** Posts a JSON object. */
  public static Reply postJson(String path, Map<String, String> values) {
    JsonObjectBuilder object = Json.createObjectBuilder();
    values.forEach(object::add);
    return send("POST", path, "application/json", object.build().toString());
  }

  /** Deletes. */
  public static Reply delete(String path, String... parameters) {
    return send("DELETE", path + "?" + form(parameters), "");
  }

  private static String form(String... parameters) {
    StringJoiner form = new StringJoiner("&");
    for (String parameter : parameters) {
      String[] pair = parameter.split("=", 2);
      form.add(pair[0] + "=" + URLEncoder.encode(pair[1], StandardCharsets.UTF_8));
    }
    return form.toString();
  }

  private static Reply send(String method, String path, String form) {
    return send(method, path, "application/x-www-form-urlencoded", form);
  }

  private static Reply send(String method, String path, String type, String body) {
    String uri = "http://localhost:%d/management/domain/%s".formatted(Ports.of(Ports.ADMIN), path);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri))
            .timeout(Duration.ofSeconds(60))
            .header("Accept", "application/json")
            .header("Content-Type", type)
            .header("X-Requested-By", "scenarios")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response =
          CLIENT.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      try (JsonReader reader = Json.createReader(new StringReader(response.body()))) {
        return new Reply(response.statusCode(), reader.readObject());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(uri, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
