package io.sendfile.glassfish.versions;

import com.sun.appserv.server.util.Version;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
   * Whether the module has been tested in this product, in a version with the same first number. An
   * embedded GlassFish is, too: it has no number, and was chosen together with the module.
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
