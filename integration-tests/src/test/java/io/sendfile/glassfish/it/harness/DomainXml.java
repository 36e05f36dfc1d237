package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns a domain.xml as shipped by GlassFish into one for a private server. */
final class DomainXml {
  private static final Pattern PORT = Pattern.compile("(\\bport=\")\\d+(\")");
  private static final Pattern PORT_PROPERTY =
      Pattern.compile("(name=\"[A-Z_]+_PORT\" value=\")\\d+(\")");
  private static final Pattern SHELL_PORT = Pattern.compile("(-Dosgi.shell.telnet.port=)\\d+()");
  private static final Pattern LISTENER =
      Pattern.compile("<network-listener ([^>]*name=\"([^\"]+)\")");

  private static final Pattern JAVA = Pattern.compile("<java-config[^>]*>");

  /** A server that lives for seconds has no use for a second compiler. */
  private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

  /** GlassFish's start on several threads deadlocks now and then, see docs/operate.md. */
  private static final String ONE_STARTING_THREAD =
      "-Dorg.glassfish.startupThreadPolicy=USE_NO_THREADS";

  private static final String FILE_OPENING = "--add-opens=java.base/sun.nio.fs=ALL-UNNAMED";

  /** The options that install.sh offers. */
  private static final String OFFERED =
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED --enable-native-access=ALL-UNNAMED";

  private static final Pattern PORT_OF = Pattern.compile("\\bport=\"(\\d+)\"");

  private DomainXml() {}

  static String embedded(String original) throws IOException {
    String enabled = otherPorts(original).replace("enabled=\"false\" />", "/>");
    // Arquillian's container splits the names at commas only.
    String names = enabled.replace("http-listener, https-listener", "http-listener,https-listener");
    return withUnited(listeners(names));
  }

  /**
   * A server with the JVM options that install.sh offers, and with one more listener on its own
   * threads, by which tests reach the server whatever they do to the listeners under test.
   */
  static String managed(String original) throws IOException {
    String xml =
        withNonsense(
            compilingLess(withOptions(withUnited(listeners(ofItsOwn(original))), OFFERED)));
    String protocol =
        "<protocol name=\"probe\"><http default-virtual-server=\"server\"/></protocol>";
    return withListener(xml, "probe", Ports.PROBE, "probe-threads", protocol)
        .replaceFirst("<thread-pools>", "<thread-pools><thread-pool name=\"probe-threads\"/>");
  }

  /** The shipped one, with private ports, on loopback only, and with one compiler. */
  static String moved(String original) throws IOException {
    String xml = LISTENER.matcher(ofItsOwn(original)).replaceAll(DomainXml::onLoopback);
    return withOptions(xml, ONE_COMPILER);
  }

  private static String ofItsOwn(String original) throws IOException {
    return withOptions(otherPorts(likeGlassFish(original)), ONE_STARTING_THREAD);
  }

  /**
   * Payara alone, not in the cluster with all other Payaras of the network that it joins by itself;
   * with the JVM option of our installation that GlassFish has as shipped.
   */
  private static String likeGlassFish(String xml) {
    String grid = "<hazelcast-config-specific-configuration";
    return xml.contains(grid)
        ? withOptions(xml.replace(grid, grid + " enabled=\"false\""), FILE_OPENING)
        : xml;
  }

  private static String onLoopback(MatchResult match) {
    String attributes = match.group(1).replaceAll(" ?\\baddress=\"[^\"]*\"", "");
    return Matcher.quoteReplacement("<network-listener address=\"127.0.0.1\" " + attributes);
  }

  /** The port of a listener of server-config. */
  static int port(String xml, String listener) {
    Matcher element =
        Pattern.compile("<network-listener [^>]*\\bname=\"" + listener + "\"[^>]*>").matcher(xml);
    Matcher port = PORT_OF.matcher(element.find() ? element.group() : "");
    if (!port.find()) {
      throw new IllegalStateException("no port of " + listener + " in domain.xml");
    }
    return Integer.parseInt(port.group(1));
  }

  /** The server itself, and the instances created from default-config. */
  private static String compilingLess(String xml) {
    int template = xml.indexOf("<config name=\"default-config\"");
    return withOptions(xml.substring(0, template), Settings.jvmOptions())
        + withOptions(xml.substring(template), ONE_COMPILER);
  }

  private static String withOptions(String xml, String options) {
    String elements =
        Stream.of(options.split(" "))
            .map("<jvm-options>%s</jvm-options>"::formatted)
            .collect(Collectors.joining());
    return JAVA.matcher(xml).replaceAll("$0" + elements);
  }

  /** Nonsense as left by a careless editor of domain.xml; no server of the tests runs with it. */
  private static String withNonsense(String xml) {
    String nonsense =
        """
        <sendfile-config burst-bytes="much" etag="fine" worker-threads="">
          <sendfile-root name="relative" path="here"/>
          <sendfile-root name="twice" path="/srv/one"/><sendfile-root name="twice" path="/srv/two"/>
          <sendfile-root path="/srv/nameless"/>
          <sendfile-listener name="http-listener-1" zero-copy="perhaps"/>
          <sendfile-plugin enabled="false"/><sendfile-plugin name="adaptive" enabled="false"/>
        </sendfile-config>
        """;
    return xml.replaceFirst("<config name=\"default-config\"[^>]*>", "$0" + nonsense);
  }

  /**
   * With port unification; GlassFish serves applications on such a listener only after its next
   * start.
   */
  private static String withUnited(String xml) {
    String protocols =
        """
        <protocol name="united"><port-unification>
          <protocol-finder name="finder" protocol="united-http"
              classname="org.glassfish.grizzly.config.portunif.HttpProtocolFinder"/>
        </port-unification></protocol>
        <protocol name="united-http"><http default-virtual-server="server"/></protocol>
        """;
    return withListener(xml, "united", Ports.UNITED, "http-thread-pool", protocols);
  }

  private static String withListener(
      String xml, String name, String port, String threads, String protocols) {
    String listener =
        """
        <network-listener address="127.0.0.1" port="%d" protocol="%s" transport="tcp" name="%s"
            thread-pool="%s"/>
        """
            .formatted(Ports.of(port), name, name, threads);
    return xml.replaceFirst("(<virtual-server id=\"server\"[^>]*listeners=\"[^\"]*)", "$1," + name)
        .replaceFirst("<protocols>", "<protocols>" + protocols)
        .replaceFirst("<network-listeners>", "<network-listeners>" + listener);
  }

  private static String otherPorts(String xml) throws IOException {
    String loopback = xml.replace("address=\"0.0.0.0\"", "address=\"127.0.0.1\"");
    return newPorts(SHELL_PORT, newPorts(PORT_PROPERTY, newPorts(PORT, loopback)));
  }

  private static String newPorts(Pattern pattern, String xml) throws IOException {
    Matcher matcher = pattern.matcher(xml);
    StringBuilder changed = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(changed, "$1" + Ports.free() + "$2");
    }
    return matcher.appendTail(changed).toString();
  }

  private static String listeners(String xml) {
    return LISTENER.matcher(xml).replaceAll(DomainXml::listener);
  }

  private static String listener(MatchResult match) {
    String attributes = match.group(1).replaceAll(" ?\\baddress=\"[^\"]*\"", "");
    String port =
        switch (match.group(2)) {
          case "http-listener", "http-listener-1" -> Ports.HTTP;
          case "https-listener", "http-listener-2" -> Ports.HTTPS;
          default -> Ports.ADMIN;
        };
    attributes = attributes.replaceAll("\\bport=\"\\d+\"", "port=\"" + Ports.of(port) + "\"");
    return Matcher.quoteReplacement("<network-listener address=\"127.0.0.1\" " + attributes);
  }
}
