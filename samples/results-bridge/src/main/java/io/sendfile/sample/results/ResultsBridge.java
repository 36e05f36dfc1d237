package io.sendfile.sample.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Takes the posts of {@code download-result-sender}, and puts each into a queue of RabbitMQ: the
 * message has the form as its body, and the key of the result as its id. A post has 204 once the
 * broker has confirmed its message. Without that it has 503, and the sender keeps the result on its
 * disk and tries again, so a message may come twice, with the same id.
 */
public final class ResultsBridge implements AutoCloseable {
  static final String FORM = "application/x-www-form-urlencoded";

  private static final Logger LOG = Logger.getLogger("io.sendfile.sample.results");

  /** Most posts at a time; more of them wait. */
  private static final int POSTS = 32;

  /** Longest form, bytes: a path of 4 KiB, with each byte as {@code %2F}, and room for the rest. */
  private static final int LONGEST = 64 << 10;

  /** Greatest age of a signature, for clocks that differ and against a post that is played back. */
  private static final Duration OLDEST = Duration.ofMinutes(5);

  /** What a message may have as its id. */
  private static final Pattern ID = Pattern.compile("[!-~]{1,200}");

  private static final Pattern SIGNATURE = Pattern.compile("t=(\\d{1,12}),v1=([0-9a-f]{64})");

  private final HttpServer server;
  private final ExecutorService threads;
  private final Broker broker;
  private final @Nullable SecretKeySpec key;
  private final InstantSource clock;

  /** Whether the last post went well: the log has the first one of a row that did not. */
  private final AtomicBoolean works = new AtomicBoolean(true);

  /**
   * Begins to listen. The broker need not be there yet.
   *
   * @param address of the listener; port 0 chooses one
   * @param secret the sender's {@code hmac-secret}; null if it has none
   * @throws IOException if the address is in use
   */
  ResultsBridge(
      InetSocketAddress address, Broker broker, @Nullable String secret, InstantSource clock)
      throws IOException {
    this.broker = broker;
    this.key = secret == null ? null : new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256");
    this.clock = clock;
    threads = Executors.newFixedThreadPool(POSTS);
    server = HttpServer.create(address, 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * A bridge with settings by name, each optional: {@code LISTEN} ({@code 127.0.0.1:8085}), {@code
   * AMQP_URI} ({@code amqp://guest:guest@127.0.0.1}), {@code QUEUE} ({@code downloads}) and {@code
   * HMAC_SECRET}.
   *
   * @throws IOException if its address is in use
   * @throws IllegalArgumentException if a setting makes no sense
   */
  public static ResultsBridge start(Map<String, String> settings) throws IOException {
    URI listen = URI.create("http://" + settings.getOrDefault("LISTEN", "127.0.0.1:8085"));
    if (listen.getHost() == null || listen.getPort() < 0) {
      throw new IllegalArgumentException("LISTEN is an address and a port, as 0.0.0.0:8085");
    }
    Broker broker =
        new Broker(
            URI.create(settings.getOrDefault("AMQP_URI", "amqp://guest:guest@127.0.0.1")),
            settings.getOrDefault("QUEUE", "downloads"));
    return new ResultsBridge(
        new InetSocketAddress(listen.getHost(), listen.getPort()),
        broker,
        settings.get("HMAC_SECRET"),
        InstantSource.system());
  }

  /** Runs until it is stopped, with settings by the environment. */
  public static void main(String... arguments) throws IOException {
    ResultsBridge bridge = start(System.getenv());
    Runtime.getRuntime().addShutdownHook(new Thread(bridge::close));
    LOG.log(Level.INFO, "sendfile results bridge listens at port {0,number,#}", bridge.port());
  }

  /** The port of its listener. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(statusFor(exchange), -1);
    }
  }

  /**
   * The status of the response. With 400 and 413 the sender gives the result up, with all others
   * but 204 it tries again: so a wrong secret loses nothing.
   */
  private int statusFor(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      return 405;
    }
    String id = header(exchange, "Idempotency-Key");
    byte[] form = exchange.getRequestBody().readNBytes(LONGEST + 1);
    if (!ID.matcher(id).matches()) {
      return 400;
    }
    if (form.length > LONGEST) {
      return 413;
    }
    if (!isSigned(header(exchange, "X-Sendfile-Signature"), form)) {
      fails("a signature is missing or wrong: compare HMAC_SECRET, hmac-secret and the clocks");
      return 401;
    }
    return put(id, form) ? 204 : 503;
  }

  /** Empty if it is missing. */
  private static String header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
  }

  private boolean isSigned(String signature, byte[] form) {
    if (key == null) {
      return true;
    }
    Matcher parts = SIGNATURE.matcher(signature);
    if (!parts.matches()) {
      return false;
    }
    long age = clock.instant().getEpochSecond() - Long.parseLong(parts.group(1));
    byte[] told = HexFormat.of().parseHex(parts.group(2));
    return Math.abs(age) <= OLDEST.toSeconds()
        && MessageDigest.isEqual(told, mac(key, parts.group(1), form));
  }

  private static byte[] mac(SecretKeySpec key, String seconds, byte[] form) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      mac.update((seconds + ".").getBytes(UTF_8));
      return mac.doFinal(form);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + key.getAlgorithm(), e);
    }
  }

  private boolean put(String id, byte[] form) {
    try {
      broker.put(id, form);
      if (works.compareAndSet(false, true)) {
        LOG.info("sendfile results go to the broker again");
      }
      return true;
    } catch (IOException e) {
      fails("the broker does not take them: " + why(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void fails(String why) {
    if (works.compareAndSet(true, false)) {
      LOG.log(Level.WARNING, "sendfile results wait at their senders, as {0}", why);
    }
  }

  /** The client of the broker has the reason in the cause. */
  private static String why(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure.getMessage() == null && cause != null ? why(cause) : failure.toString();
  }

  /** Stops to listen. What is not answered yet has its sender try again. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    broker.close();
  }
}
