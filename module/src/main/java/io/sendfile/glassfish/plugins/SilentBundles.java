package io.sendfile.glassfish.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.enterprise.module.HK2Module;
import com.sun.enterprise.module.ModuleDefinition;
import com.sun.enterprise.module.ModulesRegistry;
import io.sendfile.spi.TransferListener;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.glassfish.hk2.api.ServiceLocator;
import org.jspecify.annotations.Nullable;

/**
 * Bundles that import the contracts of plug-ins, and have no service that HK2 finds: they would be
 * ignored without a word.
 */
final class SilentBundles {
  private static final Logger LOGGER = Logger.getLogger(SilentBundles.class.getPackageName());
  private static final String CONTRACTS = TransferListener.class.getPackageName();
  private static final String SERVICES = "META-INF/hk2-locator/default";

  private static final String FAULT =
      "imports %s, and has no plug-in: its %s names no service with one of these contracts; build it"
              .formatted(CONTRACTS, SERVICES)
          + " with hk2-metadata-generator, and give the class @Service and @ContractsProvided"
          + " (docs/plug-ins.md)";

  /** Names of packages; those in quoted values of attributes are none of ours. */
  private static final Pattern OURS = Pattern.compile("(?:^|,)\\s*(io\\.sendfile\\.[\\w.]+)");

  private SilentBundles() {}

  /** Tells of each in the log, and in the report; embedded servers have none. */
  static void tell(ServiceLocator locator, HealthReport health) {
    ModulesRegistry registry = locator.getService(ModulesRegistry.class);
    if (registry == null) {
      return;
    }
    for (HK2Module module : registry.getModules()) {
      ModuleDefinition bundle = module.getModuleDefinition();
      Manifest manifest = bundle.getManifest();
      if (manifest != null && isPlugIn(manifest) && !hasService(bundle.getLocations())) {
        health.report("bundle " + bundle.getName(), FAULT);
        LOGGER.log(
            Level.WARNING, "sendfile: bundle {0} {1}", new Object[] {bundle.getName(), FAULT});
      }
    }
  }

  /** Whether a bundle imports the contracts and no other package of the module. */
  static boolean isPlugIn(Manifest manifest) {
    String imports = manifest.getMainAttributes().getValue("Import-Package");
    List<String> ours = new ArrayList<>();
    Matcher each = OURS.matcher(imports == null ? "" : imports);
    while (each.find()) {
      ours.add(each.group(1));
    }
    return ours.equals(List.of(CONTRACTS));
  }

  /** Whether one of these jars has a service with a contract of plug-ins; what is no jar may. */
  static boolean hasService(URI[] jars) {
    for (URI jar : jars) {
      String services = services(jar);
      if (services == null || services.contains(CONTRACTS + ".")) {
        return true;
      }
    }
    return false;
  }

  /** The services of a jar as text; null if it cannot be read. */
  private static @Nullable String services(URI location) {
    String text = location.toString();
    try (JarFile jar =
        new JarFile(Path.of(URI.create(text.substring(text.indexOf("file:")))).toFile())) {
      JarEntry entry = jar.getJarEntry(SERVICES);
      if (entry == null) {
        return "";
      }
      try (InputStream in = jar.getInputStream(entry)) {
        return new String(in.readAllBytes(), UTF_8);
      }
    } catch (IOException | RuntimeException e) {
      LOGGER.log(Level.FINE, e, () -> "sendfile: " + location + " cannot be read");
      return null;
    }
  }
}
