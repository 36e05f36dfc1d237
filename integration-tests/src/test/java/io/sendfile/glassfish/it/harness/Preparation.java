package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.arquillian.core.spi.LoadableExtension;

/**
 * Runs before Arquillian reads {@code arquillian.xml}: picks free ports, so that several runs share
 * a machine, writes the server's initial configuration, and starts it, if it has a process of its
 * own.
 */
public final class Preparation implements LoadableExtension {
  @Override
  public void register(ExtensionBuilder builder) {
    if (System.getProperty(Ports.HTTP) != null) {
      return;
    }
    try {
      Ports.choose();
      if (Settings.embedded()) {
        prepareEmbedded();
      } else if (Settings.grizzly()) {
        GrizzlyServer.INSTANCE.start();
      } else {
        ServerFolder.prepare(Settings.glassfishHome());
        ServerProcess.begin();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void prepareEmbedded() throws IOException {
    String original;
    try (InputStream in =
        Preparation.class.getResourceAsStream("/org/glassfish/embed/domain.xml")) {
      if (in == null) {
        throw new IOException("glassfish-embedded-all is not on the class path");
      }
      original = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    Path file = Settings.work().resolve("domain.xml");
    Files.writeString(file, DomainXml.embedded(original));
    System.setProperty("scenario.domain.xml", file.toString());
  }
}
