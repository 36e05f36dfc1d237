package io.sendfile.glassfish.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Finds a class's bundle by its manifest. This needs no class of OSGi, which embedded GlassFish
 * does not have.
 */
final class BundleName {
  private BundleName() {}

  /** Symbolic name and version, e.g. {@code org.example.plug-in 1.0.0}; a dash without a bundle. */
  static String name(Class<?> type) {
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
