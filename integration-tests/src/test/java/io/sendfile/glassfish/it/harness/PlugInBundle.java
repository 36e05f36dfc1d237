package io.sendfile.glassfish.it.harness;

import io.sendfile.glassfish.it.plugins.Impostor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/** The plug-ins of these tests as a bundle; embedded GlassFish has them on the class path. */
final class PlugInBundle {
  private static final String HK2 = "META-INF/hk2-locator/default";

  private static final String MANIFEST =
      """
      Manifest-Version: 1.0
      Bundle-ManifestVersion: 2
      Bundle-SymbolicName: io.sendfile.glassfish.it.plugins
      Bundle-Version: 1.0.0
      Import-Package: io.sendfile.spi,jakarta.inject,org.glassfish.hk2.api
      """;

  private PlugInBundle() {}

  static void putInto(Path modules) {
    Path silent = modules.resolve("scenario-silent.jar");
    ShrinkWrap.create(JavaArchive.class, silent.getFileName().toString())
        .setManifest(new StringAsset(MANIFEST.replace(".it.plugins", ".it.silent")))
        .as(ZipExporter.class)
        .exportTo(silent.toFile(), Files.exists(silent));
    Path jar = modules.resolve("scenario-plugins.jar");
    ShrinkWrap.create(JavaArchive.class, jar.getFileName().toString())
        .addPackage(Impostor.class.getPackage())
        .addAsResource(HK2, HK2)
        .setManifest(new StringAsset(MANIFEST))
        .as(ZipExporter.class)
        .exportTo(jar.toFile(), Files.exists(jar));
  }
}
