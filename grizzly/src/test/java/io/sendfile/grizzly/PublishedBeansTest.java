package io.sendfile.grizzly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sendfile.grizzly.filter.ServerFixture;
import io.sendfile.grizzly.jmx.StatisticsMXBean;
import io.sendfile.grizzly.jmx.TotalsMXBean;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** MXBeans that a program publishes, read by JMX while the server works. */
@Timeout(30)
class PublishedBeansTest {
  private static final String DOMAIN = "io.sendfile.glassfish:";
  private static final int SMALL = 2_000;

  @TempDir Path folder;
  private final HttpServer server = new HttpServer();
  private final NetworkListener web = new NetworkListener("web", "127.0.0.1", 0);
  private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
  private final BlockingQueue<TransferResult> ended = new LinkedBlockingQueue<>();
  private Sendfile sendfile;

  @BeforeEach
  void start() throws IOException {
    folder = folder.toRealPath();
    Files.write(folder.resolve("small"), new byte[SMALL]);
    sendfile =
        Sendfile.builder()
            .root("media", folder)
            .set("stop-drain-seconds", 0)
            .listener(ended::add)
            .build();
    server.addListener(web);
    server
        .getServerConfiguration()
        .addHttpHandler(
            new HttpHandler() {
              @Override
              public void service(Request request, Response response) {
                response.setHeader("X-Sendfile", request.getQueryString());
              }
            },
            "/");
    sendfile.install(server);
    server.start();
  }

  @AfterEach
  void stop() {
    sendfile.close();
    server.shutdownNow();
    assertThat(names()).as("left behind").isEmpty();
  }

  private Set<String> names() {
    return beans.queryNames(null, null).stream()
        .map(ObjectName::toString)
        .filter(name -> name.startsWith(DOMAIN))
        .map(name -> name.substring(DOMAIN.length()))
        .collect(Collectors.toSet());
  }

  private <T> T bean(String name, Class<T> type) throws JMException {
    return JMX.newMXBeanProxy(beans, new ObjectName(DOMAIN + name), type);
  }

  private int get(NetworkListener listener, String value) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + listener.getPort() + "/?" + value);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofByteArray())
        .statusCode();
  }

  private CompositeData[] running() throws JMException {
    return (CompositeData[])
        beans.getAttribute(new ObjectName(DOMAIN + "type=Transfers"), "Running");
  }

  private void call(String operation, Object... arguments) throws JMException {
    String[] signature =
        arguments.length == 1
            ? new String[] {String.class.getName()}
            : new String[] {String.class.getName(), long.class.getName()};
    beans.invoke(new ObjectName(DOMAIN + "type=Transfers"), operation, arguments, signature);
  }

  @Test
  void slowDownloadIsWatchedReRatedAndCancelled() throws Exception {
    Files.write(folder.resolve("large"), new byte[20 << 20]);
    sendfile.publish(beans);
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(16_384);
      socket.connect(new InetSocketAddress("127.0.0.1", web.getPort()));
      InputStream in = socket.getInputStream();
      socket
          .getOutputStream()
          .write("GET /?media:large HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(UTF_8));
      assertThat(in.readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");

      TotalsMXBean totals = bean("type=Sendfile", TotalsMXBean.class);
      ServerFixture.await("it is active", () -> totals.getActive().getCurrent() == 1);
      assertThat(running()).hasSize(1);
      CompositeData transfer = running()[0];
      String id = (String) transfer.get("id");
      assertThat(transfer.get("root")).isEqualTo("media");
      assertThat(transfer.get("path")).isEqualTo("large");
      assertThat(transfer.get("listener")).isEqualTo("web");
      assertThat(transfer.get("totalBytes")).isEqualTo((long) (20 << 20));

      call("limit", id, 1_000_000L);
      assertThat(running()[0].get("rateLimitBytesPerSecond")).isEqualTo(1_000_000L);

      call("cancel", id);
      TransferResult result = ended.poll(10, TimeUnit.SECONDS);
      assertThat(result).isNotNull();
      assertThat(result.outcome()).isEqualTo(Outcome.CANCELLED);
      ServerFixture.await("none runs", () -> totals.getActive().getCurrent() == 0);
      assertThat(running()).isEmpty();
      assertThat(totals.getCancelled().getCount()).isEqualTo(1);
    }
  }

  @Test
  void countsByListenerAndRoot() throws Exception {
    NetworkListener later = new NetworkListener("later", "127.0.0.1", 0);
    sendfile.publish(beans);
    assertThat(names())
        .containsExactlyInAnyOrder(
            "type=Sendfile",
            "type=Transfers",
            "type=Listener,name=web",
            "type=BufferPolicy,listener=web",
            "type=Root,name=media");
    server.addListener(later);
    sendfile.install(later);
    assertThat(names()).contains("type=Listener,name=later", "type=BufferPolicy,listener=later");

    assertThat(get(web, "media:small")).isEqualTo(200);
    assertThat(get(later, "media:small")).isEqualTo(200);
    assertThat(get(later, "media:small")).isEqualTo(200);

    StatisticsMXBean root = bean("type=Root,name=media", StatisticsMXBean.class);
    StatisticsMXBean ofLater = bean("type=Listener,name=later", StatisticsMXBean.class);
    ServerFixture.await("three are counted", () -> root.getCompleted().getCount() == 3);
    assertThat(root.getBytes().getCount()).isEqualTo(3 * SMALL);
    assertThat(ofLater.getCompleted().getCount()).isEqualTo(2);
    assertThat(ofLater.getAnsweredByStatus()).containsEntry("200", 2L);
    sendfile.settings(next -> next.set("later", "buffer-policy", "heap"));
    ObjectName buffers = new ObjectName(DOMAIN + "type=BufferPolicy,listener=later");
    assertThat(beans.getAttribute(buffers, "Policy")).isEqualTo("heap");
    assertThat(beans.getMBeanInfo(buffers).getDescriptor().getFieldValue("mxbean"))
        .isEqualTo("true");
  }

  @Test
  void rootsFollowTheSettingsAndTotalsKeepTheCountersOfRemovedOnes() throws Exception {
    sendfile.publish(beans);
    TotalsMXBean totals = bean("type=Sendfile", TotalsMXBean.class);
    assertThat(get(web, "media:small")).isEqualTo(200);
    ServerFixture.await("it is counted", () -> totals.getCompleted().getCount() == 1);

    sendfile.settings(next -> next.removeRoot("media").root("other", folder));
    assertThat(names()).contains("type=Root,name=other").doesNotContain("type=Root,name=media");
    assertThat(totals.getBytes().getCount()).isEqualTo(SMALL);

    sendfile.settings(next -> next.root("media", folder));
    StatisticsMXBean media = bean("type=Root,name=media", StatisticsMXBean.class);
    assertThat(media.getBytes().getCount()).as("of a new root").isZero();
    assertThat(totals.getBytes().getCount()).isEqualTo(SMALL);
  }

  @Test
  void resourcesOfTheClassPathAreARootToo() throws Exception {
    sendfile.publish(beans);
    FileHandler resources = sendfile.resources(getClass().getClassLoader(), "io/sendfile/grizzly/");
    server.getServerConfiguration().addHttpHandler(resources, "/classes");
    URI address = URI.create("http://127.0.0.1:" + web.getPort() + "/classes/Sendfile.class");
    HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofByteArray());

    StatisticsMXBean root = bean("type=Root,name=static", StatisticsMXBean.class);
    ServerFixture.await("it is counted", () -> root.getCompleted().getCount() == 1);
    sendfile.settings(next -> next.set("stall-timeout-seconds", 10));
    assertThat(root.getCompleted().getCount()).isEqualTo(1);
  }

  @Test
  void severalObjectsNeedNames() throws Exception {
    sendfile.publish(beans);
    try (Sendfile second = Sendfile.builder().root("films", folder).build()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> second.publish(beans))
          .withMessage(
              "sendfile: the MBean server has io.sendfile.glassfish:type=Sendfile already; give"
                  + " this Sendfile object a name of its own by publish(server, name)");
      assertThat(names()).doesNotContain("type=Root,name=films").contains("type=Root,name=media");

      second.publish(beans, "second: films");
      assertThat(names())
          .contains(
              "type=Sendfile",
              "type=Sendfile,server=\"second: films\"",
              "type=Root,name=films,server=\"second: films\"");
      second.settings(next -> next.root("more", folder));
      assertThat(names()).contains("type=Root,name=more,server=\"second: films\"");
    }
    assertThat(names()).contains("type=Sendfile").noneMatch(name -> name.contains("second"));
  }

  @Test
  void isPublishedOnceAndNotAfterItsEnd() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sendfile.publish(beans, ""))
        .withMessage("the name of a Sendfile object must not be empty");
    sendfile.publish(beans, "first");
    assertThatIllegalStateException()
        .isThrownBy(() -> sendfile.publish(beans, "again"))
        .withMessage("sendfile: this Sendfile object has published its MXBeans already");
    assertThat(names()).noneMatch(name -> name.contains("again"));

    sendfile.close();
    assertThat(names()).isEmpty();
    assertThatIllegalStateException()
        .isThrownBy(() -> sendfile.publish(beans))
        .withMessage("sendfile: this Sendfile object is closed");
  }
}
