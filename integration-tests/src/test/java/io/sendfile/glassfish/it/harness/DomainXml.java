package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns a domain.xml as GlassFish ships it into one for a private server. */
final class DomainXml {
  private static final Pattern PORT = Pattern.compile("(\\bport=\")\\d+(\")");
  private static final Pattern SHELL_PORT = Pattern.compile("(-Dosgi.shell.telnet.port=)\\d+()");
  private static final Pattern LISTENER =
      Pattern.compile("<network-listener ([^>]*name=\"([^\"]+)\")");

  private DomainXml() {}

  static String embedded(String original) throws IOException {
    String enabled = otherPorts(original).replace("enabled=\"false\" />", "/>");
    // Arquillian's container takes the names apart at the commas only.
    return listeners(
        enabled.replace("http-listener, https-listener", "http-listener,https-listener"));
  }

  /**
   * A server with one more listener, on threads of its own, so that tests can look into the server
   * whatever they do to the listeners under test.
   */
  static String managed(String original) throws IOException {
    String xml = listeners(otherPorts(original));
    xml =
        xml.replaceFirst(
            "network-listeners=\"http-listener-1,http-listener-2\"",
            "network-listeners=\"http-listener-1,http-listener-2,probe\"");
    xml =
        xml.replaceFirst(
            "<protocols>",
            "<protocols><protocol name=\"probe\">"
                + "<http default-virtual-server=\"server\" websockets-support-enabled=\"false\"/></protocol>");
    xml =
        xml.replaceFirst(
            "<network-listeners>",
            "<network-listeners>\n<network-listener address=\"127.0.0.1\" port=\""
                + Ports.of(Ports.PROBE)
                + "\" protocol=\"probe\" transport=\"tcp\" name=\"probe\""
                + " thread-pool=\"probe-threads\"/>\n");
    return xml.replaceFirst(
        "<thread-pools>", "<thread-pools><thread-pool name=\"probe-threads\"/>");
  }

  private static String otherPorts(String xml) throws IOException {
    String loopback = xml.replace("address=\"0.0.0.0\"", "address=\"127.0.0.1\"");
    return newPorts(SHELL_PORT, newPorts(PORT, loopback));
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
