package io.sendfile.glassfish.plugins;

import io.sendfile.spi.PlugIn;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * A discovered plug-in, usable or not.
 *
 * @param kind {@code algorithm}, {@code buffer-policy}, {@code transfer-listener}, {@code store},
 *     {@code file-digests} or {@code path-resolver}
 * @param name its name, or its class's if it has none
 * @param loaded its class; null when that cannot be loaded
 * @param state {@code ready}, or the reason why it is not, in words
 */
public record DiscoveredPlugIn(String kind, String name, @Nullable Class<?> loaded, String state) {
  /** The beginning of the state of one that is used, or can be chosen. */
  static final String READY = "ready";

  /** The beginning of the state of one that refuses its properties. */
  public static final String OFF = "off: ";

  /** The beginning of the state of one that is used, and cannot do its work now. */
  static final String FAILING = "failing: ";

  /** Name and version of its bundle; a dash when unknown. */
  public String bundle() {
    return loaded == null ? "-" : bundle(loaded);
  }

  /** The same in another state. */
  DiscoveredPlugIn in(String other) {
    return new DiscoveredPlugIn(kind, name, loaded, other);
  }

  /**
   * The state of a plug-in that has got its properties.
   *
   * @param wanting whether it can be used by them
   * @param problem why it is off; null if it is not
   */
  static String state(PlugIn plugIn, boolean wanting, @Nullable String problem) {
    if (problem != null) {
      return OFF + problem;
    }
    return wanting ? READY : "not set up" + wanted(plugIn.properties());
  }

  private static String wanted(List<PlugIn.Property> properties) {
    List<String> all = properties.stream().map(PlugIn.Property::name).toList();
    List<String> needed =
        properties.stream().filter(PlugIn.Property::needed).map(PlugIn.Property::name).toList();
    return !needed.isEmpty()
        ? ": it needs " + String.join(", ", needed)
        : all.isEmpty() ? "" : "; its properties are " + String.join(", ", all);
  }

  /** Whether it can be used, and would be. */
  public boolean isReady() {
    return state.startsWith(READY);
  }

  /** Key of its failures in {@link io.sendfile.core.stats.Statistics}. */
  public String counted() {
    return kind + " " + name;
  }

  /**
   * Symbolic name and version of a class's bundle by its manifest, e.g. {@code org.example.plug-in
   * 1.0.0}; a dash without a bundle. This needs no class of OSGi, which embedded GlassFish does not
   * have.
   */
  static String bundle(Class<?> type) {
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    URL found = type.getResource(file);
    Attributes manifest = found == null ? null : manifest(found);
    String name = manifest == null ? null : manifest.getValue("Bundle-SymbolicName");
    if (manifest == null || name == null) {
      return "-";
    }
    String version = manifest.getValue("Bundle-Version");
    return name.split(";", 2)[0].trim() + (version == null ? "" : " " + version.trim());
  }

  private static @Nullable Attributes manifest(URL ofClass) {
    try {
      // For a jar: or bundle: URL this is the root of the same jar.
      URLConnection connection = new URL(ofClass, "/META-INF/MANIFEST.MF").openConnection();
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream()) {
        return new Manifest(in).getMainAttributes();
      }
    } catch (IOException e) {
      return null;
    }
  }
}
