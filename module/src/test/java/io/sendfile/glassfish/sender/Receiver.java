package io.sendfile.glassfish.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** A real HTTP server that answers as it is told, one answer for each request, then 200. */
final class Receiver implements AutoCloseable {
  /** Does not answer until the end. */
  static final int STALL = -1;

  /** Closes the connection without an answer. */
  static final int FAIL = -2;

  /** Sends a header, and a body that does not end. */
  static final int STALL_IN_BODY = -3;

  /**
   * What came.
   *
   * @param fields those of the form
   */
  record Post(String path, Headers headers, String body, Map<String, String> fields) {
    String field(String name) {
      return fields.getOrDefault(name, "(none)");
    }
  }

  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<Integer> answers = new ArrayDeque<>();
  private final CountDownLatch end = new CountDownLatch(1);
  final BlockingQueue<Post> posts = new LinkedBlockingQueue<>();

  Receiver() throws IOException {
    this(0);
  }

  Receiver(int port) throws IOException {
    this(HttpServer.create(at(port), 0), "http");
  }

  private Receiver(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** One that speaks TLS only. */
  static Receiver secure(SSLContext context, int port) throws IOException {
    HttpsServer server = HttpsServer.create(at(port), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new Receiver(server, "https");
  }

  private static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return scheme + "://localhost:" + port() + "/results?from=test";
  }

  /** What the next requests are answered with: statuses, or one of the constants. */
  synchronized Receiver answering(int... statuses) {
    for (int status : statuses) {
      answers.add(status);
    }
    return this;
  }

  private synchronized int next() {
    return answers.isEmpty() ? 200 : answers.remove();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    posts.add(
        new Post(
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders(),
            body,
            EventFormTest.fields(body)));
    int status = next();
    try (exchange) {
      if (status == STALL) {
        awaitEnd();
      } else if (status == STALL_IN_BODY) {
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().flush();
        awaitEnd();
      } else if (status != FAIL) {
        exchange.getResponseHeaders().add("Location", "/elsewhere");
        if (status == 503) {
          exchange.getResponseHeaders().add("Retry-After", "7");
        }
        exchange.sendResponseHeaders(status, -1);
      }
    }
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next request, within some seconds. */
  Post take() throws InterruptedException {
    Post post = posts.poll(10, TimeUnit.SECONDS);
    if (post == null) {
      throw new AssertionError("nothing came");
    }
    return post;
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
