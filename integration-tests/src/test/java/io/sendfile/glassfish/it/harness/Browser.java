package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** The clients of the JDK: HTTP/1.1 and HTTP/2, over TLS and in the clear. */
public enum Browser {
  /** HTTP/1.1 on the clear listener. */
  CLEAR(HttpClient.Version.HTTP_1_1, "http"),
  /** HTTP/1.1 over TLS. */
  TLS(HttpClient.Version.HTTP_1_1, "https"),
  /** HTTP/2 over TLS, chosen by ALPN. */
  HTTP_2(HttpClient.Version.HTTP_2, "https"),
  /** HTTP/2 on the clear listener, by an upgrade from HTTP/1.1. */
  CLEAR_HTTP_2(HttpClient.Version.HTTP_2, "http");

  private final HttpClient.Version version;
  private final String scheme;
  private volatile HttpClient client;

  Browser(HttpClient.Version version, String scheme) {
    this.version = version;
    this.scheme = scheme;
    this.client = newClient();
  }

  private HttpClient newClient() {
    return HttpClient.newBuilder()
        .version(version)
        .sslContext(trusting())
        .connectTimeout(Duration.ofSeconds(20))
        .build();
  }

  /**
   * Uses new connections from now on, after a reset stream: in some of a hundred runs the HTTP/2
   * connection then hung, or the server closed it with GOAWAY.
   */
  public void forgetConnections() {
    client = newClient();
  }

  /** GET and the whole response, which must use this protocol. */
  public Answer ask(String target, String... headers) throws IOException {
    return answer(open(target, headers));
  }

  /** POST of a form, already encoded, and the whole response. */
  public Answer post(String target, String form, String... headers) throws IOException {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("Content-Type", "application/x-www-form-urlencoded"));
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(form);
    upgrade();
    return answer(send("POST", target, body, all.toArray(String[]::new)));
  }

  /** HEAD and the whole response. */
  public Answer head(String target, String... headers) throws IOException {
    return answer(send("HEAD", target, headers));
  }

  private static Answer answer(HttpResponse<InputStream> response) throws IOException {
    BodyWatcher body = new BodyWatcher();
    try (InputStream in = response.body()) {
      in.transferTo(body);
    }
    return body.answer(response.statusCode(), headers(response));
  }

  /** GET with the body going to a watcher. */
  public void ask(String target, OutputStream body) throws IOException {
    try (InputStream in = open(target).body()) {
      in.transferTo(body);
    }
  }

  /** GET; the caller reads the body, or leaves it. */
  public HttpResponse<InputStream> open(String target, String... headers) throws IOException {
    upgrade();
    return send("GET", target, headers);
  }

  /**
   * When the upgraded request itself has a large response, GlassFish 7.0.21 (also without the
   * module) and this client misunderstand each other in about 2 of 100 cases. So the upgrade is
   * done with a small one; the next request is a stream of that connection.
   */
  private void upgrade() throws IOException {
    if (this == CLEAR_HTTP_2) {
      send("GET", "/it/hello").body().readAllBytes();
    }
  }

  /** URL of the target for other clients of this scheme. */
  public URI uri(String target) {
    ServerUnderTest server = ServerUnderTest.current();
    int port = scheme.equals("http") ? server.httpPort() : server.httpsPort();
    return URI.create(scheme + "://localhost:" + port + target);
  }

  private HttpResponse<InputStream> send(String method, String target, String... headers)
      throws IOException {
    return send(method, target, HttpRequest.BodyPublishers.noBody(), headers);
  }

  private HttpResponse<InputStream> send(
      String method, String target, HttpRequest.BodyPublisher body, String... headers)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(target)).method(method, body).timeout(Duration.ofSeconds(60));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<InputStream> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      if (response.version() != version) {
        throw new IOException("answered by " + response.version() + " instead of " + version);
      }
      return response;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static List<Answer.Header> headers(HttpResponse<?> response) {
    List<Answer.Header> headers = new ArrayList<>();
    response
        .headers()
        .map()
        .forEach((name, values) -> values.forEach(v -> headers.add(new Answer.Header(name, v))));
    return headers;
  }

  static SSLContext trusting() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustsAll()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The servers have self-signed certificates. */
  private static final class TrustsAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
