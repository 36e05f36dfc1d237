package io.sendfile.glassfish.server;

import com.sun.appserv.server.util.Version;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.glassfish.versions.LinkCheck;
import io.sendfile.spi.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jvnet.hk2.annotations.Service;

/**
 * Whether a part of the module may work in this server. In a server in which the module has been
 * tested, all may; in any other one a part whose code refers to something that the server lacks
 * stays off, and says so once, instead of failing at each request. Thread-safe.
 */
@Service
@Singleton
public class Compatibility {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish");

  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  private final RunningServer server;
  private final HealthReport health;
  private final Function<Class<?>[], Set<String>> linkCheck;
  private final Map<String, Boolean> known = new ConcurrentHashMap<>();

  @Inject
  public Compatibility(HealthReport health) {
    this(health, RunningServer.current(), LinkCheck::missing);
    if (File.separatorChar == '/') {
      reportFileNames(System.getProperty("sun.jnu.encoding", UTF_8));
    }
  }

  Compatibility(
      HealthReport health, RunningServer server, Function<Class<?>[], Set<String>> linkCheck) {
    this.server = server;
    this.health = health;
    this.linkCheck = linkCheck;
    if (!server.isKnown()) {
      health.degraded(
          "server", Severity.NOTICE, server + ", in which this module has not been tested");
      LOG.warning(
          () ->
              "sendfile: tested in %s, not in %s; a part that lacks something here stays off"
                  .formatted(RunningServer.KNOWN, server));
    }
  }

  /**
   * Tells of an encoding of file names that lacks characters; Windows has none.
   *
   * @param encoding that of the locale under which the server was started
   */
  void reportFileNames(String encoding) {
    if (!encoding.equalsIgnoreCase(UTF_8)) {
      String state =
          "in %s, as the server's locale says: files with other characters in their names are refused;"
                  .formatted(encoding)
              + " start the server under a UTF-8 locale, e.g. LC_ALL=C.UTF-8";
      health.degraded("file names", Severity.WARNING, state);
      LOG.warning(() -> "sendfile: file names are read " + state);
    }
  }

  /**
   * Whether a part may work. The first question about a part in an unknown server takes some tenths
   * of a second.
   *
   * @param part its name in messages
   * @param roots the classes by which the server or the module enters it
   */
  public boolean allows(String part, Class<?>... roots) {
    return server.isKnown() || known.computeIfAbsent(part, p -> check(p, roots));
  }

  private boolean check(String part, Class<?>... roots) {
    Set<String> missing = linkCheck.apply(roots);
    if (missing.isEmpty()) {
      return true;
    }
    String state = "off, since the server has no " + String.join(", ", missing);
    health.degraded(part, Severity.ERROR, state);
    LOG.severe(() -> "sendfile: in %s, %s is %s".formatted(server, part, state));
    return false;
  }

  /**
   * The server that runs the module, as it describes itself.
   *
   * @param product such as {@code Eclipse GlassFish} or {@code Payara Server}
   * @param version such as {@code 7.0.25}
   */
  public record RunningServer(String product, String version) {
    /** The servers in which the module has been tested. */
    public static final String KNOWN = "GlassFish 7 and 8, Payara 6 and 7";

    private static final Set<String> TESTED =
        Set.of("GlassFish 7", "GlassFish 8", "Payara 6", "Payara 7");
    private static final String EMBEDDED = "0.0.0";
    private static final Pattern FAMILY = Pattern.compile("GlassFish|Payara");
    private static final Pattern MAJOR = Pattern.compile("\\d+");

    /** The server of this process. */
    public static RunningServer current() {
      try {
        return new RunningServer(Version.getProductName(), Version.getVersionNumber());
      } catch (RuntimeException | LinkageError e) {
        return new RunningServer("a server that does not tell its version", "(" + e + ")");
      }
    }

    /**
     * Whether the module has been tested in this product, in a version with the same first number.
     * An embedded GlassFish is, too: it has no number, and was chosen together with the module.
     */
    public boolean isKnown() {
      Matcher family = FAMILY.matcher(product);
      Matcher major = MAJOR.matcher(version);
      return family.find()
          && major.lookingAt()
          && (version.equals(EMBEDDED) || TESTED.contains(family.group() + " " + major.group()));
    }

    @Override
    public String toString() {
      return product + " " + version;
    }
  }
}
