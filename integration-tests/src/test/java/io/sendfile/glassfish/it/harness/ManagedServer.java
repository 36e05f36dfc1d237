package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.TreeMap;

/** GlassFish in a process of its own; commands go to its admin listener, as asadmin's do. */
final class ManagedServer implements ServerUnderTest {
  static final ServerUnderTest INSTANCE = new ManagedServer();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private ManagedServer() {}

  @Override
  public String httpListener() {
    return "http-listener-1";
  }

  @Override
  public String command(String name, String... arguments) {
    String manifest =
        get(
            "http://localhost:%d/__asadmin/%s%s"
                .formatted(Ports.of(Ports.ADMIN), name, query(arguments)),
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

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public Snapshot probe() {
    String folder = encode(TestFiles.folder().toString());
    String answer =
        get(
            "http://localhost:%d/it/probe?folder=%s".formatted(Ports.of(Ports.PROBE), folder),
            "it");
    Properties values = new Properties();
    try {
      values.load(new StringReader(answer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> map = new TreeMap<>();
    values.stringPropertyNames().forEach(name -> map.put(name, values.getProperty(name)));
    return new Snapshot(map);
  }

  private String get(String uri, String agent) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri))
            .timeout(Duration.ofSeconds(60))
            .header("User-Agent", agent)
            .header("X-Requested-By", "scenarios")
            .build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
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
