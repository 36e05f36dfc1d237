package io.sendfile.sample.results;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A queue of RabbitMQ, by one connection that is made when it is needed, and again after it was
 * lost. Thread-safe.
 */
final class Broker implements AutoCloseable {
  /** Longest wait for each step of the broker. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int PERSISTENT = 2;

  private final ConnectionFactory factory = new ConnectionFactory();
  private final String queue;

  /** Channels without a message: each has one at a time, so that its confirmation is known. */
  private final Queue<Line> idle = new ConcurrentLinkedQueue<>();

  private final ReentrantLock connecting = new ReentrantLock();

  /** Guarded by {@link #connecting}. */
  private @Nullable Connection connection;

  /**
   * @param address as {@code amqp://user:password@host:port/virtual-host}, or {@code amqps}, which
   *     trusts what the JVM trusts
   * @param queue a durable one; if it is missing, it is made, of the type that the virtual host
   *     gives
   * @throws IllegalArgumentException if the address is none
   */
  Broker(URI address, String queue) {
    this.queue = queue;
    try {
      factory.setUri(address);
      if (factory.isSSL()) {
        // By an address alone the client trusts every certificate.
        factory.useSslProtocol(SSLContext.getDefault());
        factory.enableHostnameVerification();
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "AMQP_URI is no address of a broker: " + e.getMessage(), e);
    }
    int millis = Math.toIntExact(PATIENCE.toMillis());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setConnectionTimeout(millis);
    factory.setHandshakeTimeout(millis);
    factory.setChannelRpcTimeout(millis);
    factory.setRequestedHeartbeat(10);
  }

  /**
   * Puts a message into the queue, and waits until the broker has it on disk.
   *
   * @param id by which a consumer recognises a second one
   * @throws IOException if the broker does not have it, or may not have it: it has to be put again
   * @throws InterruptedException if this thread is interrupted meanwhile; nor is it known then
   */
  void put(String id, byte[] body) throws IOException, InterruptedException {
    try {
      Line line = line();
      try {
        line.put(id, body);
      } finally {
        idle.add(line);
      }
    } catch (TimeoutException e) {
      drop();
      throw new IOException("no answer of the broker within " + PATIENCE.toSeconds() + " s", e);
    } catch (ShutdownSignalException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Line line() throws IOException, TimeoutException, InterruptedException {
    Line line = idle.poll();
    while (line != null && !line.channel.isOpen()) {
      line = idle.poll();
    }
    return line == null ? new Line(connection()) : line;
  }

  private Connection connection() throws IOException, TimeoutException, InterruptedException {
    if (!connecting.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("the broker does not answer");
    }
    try {
      Connection now = connection;
      if (now == null || !now.isOpen()) {
        now = factory.newConnection("sendfile-results-bridge");
        connection = now;
        makeQueue(now);
      }
      return now;
    } finally {
      connecting.unlock();
    }
  }

  /** Only if it is missing: a queue that is there may be of any kind. */
  private void makeQueue(Connection now) throws IOException, TimeoutException {
    try (Channel channel = now.createChannel()) {
      channel.queueDeclarePassive(queue);
    } catch (IOException missing) {
      try (Channel channel = now.createChannel()) {
        channel.queueDeclare(queue, true, false, false, Map.of());
      }
    }
  }

  /** Gives up the connection, whose broker does not answer. */
  private void drop() {
    connecting.lock();
    try {
      Connection now = connection;
      connection = null;
      if (now != null) {
        now.abort(Math.toIntExact(PATIENCE.toMillis()));
      }
    } finally {
      connecting.unlock();
    }
  }

  @Override
  public void close() {
    drop();
  }

  /** A channel that has one message at a time. */
  private final class Line {
    private final Channel channel;
    private volatile boolean returned;

    Line(Connection connection) throws IOException {
      channel =
          connection
              .openChannel()
              .orElseThrow(() -> new IOException("the broker allows no more channels"));
      channel.addReturnListener(message -> returned = true);
      channel.confirmSelect();
    }

    void put(String id, byte[] body) throws IOException, TimeoutException, InterruptedException {
      AMQP.BasicProperties properties =
          new AMQP.BasicProperties.Builder()
              .messageId(id)
              .contentType(ResultsBridge.FORM)
              .deliveryMode(PERSISTENT)
              .build();
      returned = false;
      // A message that no queue takes is confirmed as well, once it has been returned.
      channel.basicPublish("", queue, true, properties, body);
      if (!channel.waitForConfirms(PATIENCE.toMillis())) {
        throw new IOException("the broker could not store a message");
      }
      if (returned) {
        // The next connection makes the queue.
        drop();
        throw new IOException("the queue '" + queue + "' has gone");
      }
    }
  }
}
