package io.sendfile.glassfish.it.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The destination of results: an HTTP server in the process of the tests. */
public final class ResultReceiver implements AutoCloseable {
  /**
   * One request.
   *
   * @param query that of its URL, or null
   * @param key its header Idempotency-Key
   * @param signature its header X-Sendfile-Signature, or null
   * @param form its body
   * @param fields those of the form
   * @param status of its response
   */
  public record Post(
      String query,
      String key,
      String signature,
      String form,
      Map<String, String> fields,
      int status) {
    /** A field of the form. */
    public String field(String name) {
      return fields.get(name);
    }
  }

  private final HttpServer server;
  private final String base;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Post> posts = new CopyOnWriteArrayList<>();
  private volatile int status = 200;

  /** Answers each request with 200. */
  public ResultReceiver() throws IOException {
    this(HttpServer.create(at(0), 0), "http://127.0.0.1:");
  }

  private ResultReceiver(HttpServer server, String base) {
    this.server = server;
    this.base = base;
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** A receiver over TLS only, on that port, or 0 for any. */
  public static ResultReceiver secure(Certificate certificate, int port)
      throws IOException, GeneralSecurityException {
    HttpsServer server = HttpsServer.create(at(port), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
    return new ResultReceiver(server, "https://localhost:");
  }

  private static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      int answer = status;
      posts.add(
          new Post(
              exchange.getRequestURI().getQuery(),
              exchange.getRequestHeaders().getFirst("Idempotency-Key"),
              exchange.getRequestHeaders().getFirst("X-Sendfile-Signature"),
              form,
              fields(form),
              answer));
      exchange.sendResponseHeaders(answer, -1);
    }
  }

  private static Map<String, String> fields(String form) {
    Map<String, String> fields = new HashMap<>();
    for (String field : form.split("&")) {
      String[] pair = field.split("=", 2);
      fields.put(pair[0], URLDecoder.decode(pair[1], UTF_8));
    }
    return fields;
  }

  /** Sets the status of later responses. */
  public void answer(int newStatus) {
    status = newStatus;
  }

  /** Its URL. */
  public String url() {
    return base + port() + "/results";
  }

  /** Its port. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Requests so far. */
  public List<Post> posts() {
    return posts;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
