package io.sendfile.glassfish.it.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A private broker, which keeps its queues in a folder. */
public final class RabbitMq implements AutoCloseable {
  /** Debian's command of that name changes to a user and folders of its own. */
  public static final String PROGRAM = "/usr/lib/rabbitmq/bin/rabbitmq-server";

  private static final Duration SOON = Duration.ofSeconds(60);

  private final Path folder;
  private final int port;
  private final int nodePort;
  private final int namesPort;
  private Command process;

  /**
   * A message of a queue.
   *
   * @param id its property of that name
   * @param body as text
   */
  public record Message(String id, String body) {}

  /** Starts one without queues, and waits until it takes connections. */
  public RabbitMq(Path folder) throws IOException {
    this.folder = folder;
    this.port = Ports.free();
    this.nodePort = Ports.free();
    this.namesPort = Ports.free();
    start();
  }

  /** Starts it again, with what it had on disk. */
  public void start() throws IOException {
    process =
        Command.start(
            folder,
            "env",
            "RABBITMQ_NODENAME=node-" + port + "@localhost",
            "RABBITMQ_NODE_IP_ADDRESS=127.0.0.1",
            "RABBITMQ_NODE_PORT=" + port,
            "RABBITMQ_DIST_PORT=" + nodePort,
            "RABBITMQ_MNESIA_BASE=" + folder.resolve("queues"),
            "RABBITMQ_LOG_BASE=" + folder.resolve("logs"),
            "RABBITMQ_ENABLED_PLUGINS_FILE=" + folder.resolve("no-plugins"),
            "RABBITMQ_CONF_ENV_FILE=" + folder.resolve("no-environment"),
            "ERL_EPMD_PORT=" + namesPort,
            "ERL_EPMD_ADDRESS=127.0.0.1",
            // Without a shell in front of the process, which would outlive that shell.
            "RUNNING_UNDER_SYSTEMD=1",
            PROGRAM);
    Await.until(this::log, SOON, this::listens);
  }

  private String log() {
    try {
      return process.output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Kills it, without a chance to write what it has in memory. */
  public void kill() throws IOException {
    process.kill();
    process.close();
  }

  /** Its address, with the user that it begins with. */
  public URI address() {
    return URI.create("amqp://guest:guest@127.0.0.1:" + port);
  }

  /**
   * Takes all messages out of a queue. After a failure the queue has again what the taker has not
   * got, perhaps also the last one that it has.
   */
  public void take(String queue, Consumer<Message> taker)
      throws IOException, TimeoutException, GeneralSecurityException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(address());
    try (Connection connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      for (GetResponse next = channel.basicGet(queue, false);
          next != null;
          next = channel.basicGet(queue, false)) {
        taker.accept(
            new Message(next.getProps().getMessageId(), new String(next.getBody(), UTF_8)));
        channel.basicAck(next.getEnvelope().getDeliveryTag(), false);
      }
    }
  }

  @Override
  public void close() throws IOException {
    kill();
    // The first node starts this daemon.
    Command.run(folder, "epmd", "-port", "" + namesPort, "-kill");
  }
}
