package io.sendfile.glassfish.it.harness;

import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.StringJoiner;

/** Runs administration commands at the admin listener of a server, like asadmin. */
final class AdminListener {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private AdminListener() {}

  static String command(int port, String name, String... arguments) {
    String manifest =
        get(
            "http://localhost:%d/__asadmin/%s%s".formatted(port, name, query(arguments)),
            "hk2-agent");
    // A manifest folds its lines.
    String answer =
        manifest.replaceAll("\\r?\\n ", "").replace("%%%EOL%%%", "\n").replace("%3D", "=");
    if (!answer.contains("exit-code: SUCCESS") && !answer.contains("exit-code: WARNING")) {
      throw new CommandFailed(name + ": " + answer);
    }
    return answer;
  }

  private static String query(String... arguments) {
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].startsWith("--") && arguments[i].contains("=")) {
        String[] option = arguments[i].substring(2).split("=", 2);
        query.add(option[0] + "=" + encode(option[1]));
      } else if (arguments[i].startsWith("--")) {
        query.add(arguments[i].substring(2) + "=" + encode(arguments[++i]));
      } else {
        query.add("DEFAULT=" + encode(arguments[i]));
      }
    }
    return query.toString();
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static String get(String uri, String agent) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri))
            .timeout(Duration.ofSeconds(240))
            .header("User-Agent", agent)
            .header("X-Requested-By", "scenarios")
            .build();
    try {
      HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 500 && agent.equals("it")) {
        throw new IllegalStateException(uri + ": " + response.statusCode() + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(uri, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
