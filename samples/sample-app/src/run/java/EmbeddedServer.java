import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.glassfish.embeddable.CommandResult;
import org.glassfish.embeddable.CommandResult.ExitStatus;
import org.glassfish.embeddable.GlassFish;
import org.glassfish.embeddable.GlassFishException;
import org.glassfish.embeddable.GlassFishProperties;
import org.glassfish.embeddable.GlassFishRuntime;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Embedded GlassFish with the module and the sample application, for {@code run.sh --server
 * embedded}. Runs until the JVM is asked to end.
 *
 * <p>Arguments: HTTP port, HTTPS port, work folder, sample WAR, folder of the root {@code files},
 * then any number of {@code attribute=value} for sendfile-config.
 *
 * <p>There is no admin listener: embedded GlassFish has no administrator account.
 */
final class EmbeddedServer {
  private static final String DEFAULT_CONFIG = "/org/glassfish/embed/domain.xml";

  private EmbeddedServer() {}

  public static void main(String[] args) throws Exception {
    Path config = Path.of(args[2], "domain.xml");
    writeConfig(config, args[0], args[1]);

    GlassFishProperties properties = new GlassFishProperties();
    properties.setConfigFileURI(config.toUri().toString());
    properties.setConfigFileReadOnly(false);
    GlassFish server = GlassFishRuntime.bootstrap().newGlassFish(properties);
    stopWithTheJvm(server);
    try {
      start(server, args);
      System.out.println("READY");
    } catch (GlassFishException | RuntimeException e) {
      e.printStackTrace();
      // The server's threads would keep the JVM alive.
      System.exit(1);
    }
    new CountDownLatch(1).await();
  }

  private static void start(GlassFish server, String... args) throws GlassFishException {
    server.start();
    System.setProperty("io.sendfile.sample.files", args[4]);
    run(server, "create-sendfile-root", "--path", args[4], "files");
    configure(server, List.of(args).subList(5, args.length));
    run(server, "deploy", "--contextroot", "sample", "--name", "sample", args[3]);
  }

  private static void configure(GlassFish server, List<String> settings) throws GlassFishException {
    if (settings.isEmpty()) {
      return;
    }
    List<String> options = new ArrayList<>();
    for (String setting : settings) {
      String[] pair = setting.split("=", 2);
      options.add("--" + pair[0]);
      options.add(pair[1]);
    }
    run(server, "set-sendfile-configuration", options.toArray(String[]::new));
  }

  private static void run(GlassFish server, String command, String... arguments)
      throws GlassFishException {
    CommandResult result = server.getCommandRunner().run(command, arguments);
    if (result.getExitStatus() == ExitStatus.FAILURE) {
      throw new IllegalStateException(
          command + " failed: " + result.getOutput(), result.getFailureCause());
    }
  }

  private static void stopWithTheJvm(GlassFish server) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    server.dispose();
                  } catch (GlassFishException e) {
                    e.printStackTrace();
                  }
                }));
  }

  /** The configuration embedded GlassFish starts from, with the listeners switched on. */
  private static void writeConfig(Path file, String http, String https) throws Exception {
    Document config;
    try (InputStream in = GlassFish.class.getResourceAsStream(DEFAULT_CONFIG)) {
      config = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    }
    listen(config, "http-listener", http);
    listen(config, "https-listener", https);
    TransformerFactory.newInstance()
        .newTransformer()
        .transform(new DOMSource(config), new StreamResult(file.toFile()));
  }

  private static void listen(Document config, String name, String port) {
    Element listener = byAttribute(config, "network-listener", "name", name);
    listener.setAttribute("address", "127.0.0.1");
    listener.setAttribute("port", port);
    listener.setAttribute("enabled", "true");
  }

  private static Element byAttribute(Document config, String tag, String name, String value) {
    var elements = config.getElementsByTagName(tag);
    for (int i = 0; i < elements.getLength(); i++) {
      Element element = (Element) elements.item(i);
      if (element.getAttribute(name).equals(value)) {
        return element;
      }
    }
    throw new IllegalStateException(
        DEFAULT_CONFIG + " has no <" + tag + " " + name + "=\"" + value + "\">");
  }
}
