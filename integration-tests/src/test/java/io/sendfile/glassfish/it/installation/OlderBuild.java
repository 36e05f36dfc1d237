package io.sendfile.glassfish.it.installation;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A copy of the module made to look older: another version, and one command less. */
final class OlderBuild {
  /** The command it lacks. */
  static final String MISSING_COMMAND = "list-sendfile-listeners";

  private static final String MISSING_CLASS = "io.sendfile.glassfish.admin.ListSendfileListeners";
  private static final String SERVICES = "META-INF/hk2-locator/default";

  private OlderBuild() {}

  static void write(Path module, Path target) throws IOException {
    try (JarFile jar = new JarFile(module.toFile())) {
      Manifest manifest = new Manifest(jar.getManifest());
      manifest.getMainAttributes().putValue("Bundle-Version", "0.0.1");
      try (OutputStream out = Files.newOutputStream(target);
          JarOutputStream older = new JarOutputStream(out, manifest)) {
        for (JarEntry entry : Collections.list(jar.entries())) {
          if (!entry.getName().equals(JarFile.MANIFEST_NAME)
              && !entry.getName().startsWith(MISSING_CLASS.replace('.', '/'))) {
            older.putNextEntry(new JarEntry(entry.getName()));
            older.write(content(jar, entry));
          }
        }
      }
    }
  }

  private static byte[] content(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      return entry.getName().equals(SERVICES) ? withoutCommand(bytes) : bytes;
    }
  }

  /** A service is a class name in brackets, with the lines up to the next one. */
  private static byte[] withoutCommand(byte[] services) {
    String text = new String(services, StandardCharsets.UTF_8);
    String less = text.replaceAll("(?s)\\[" + MISSING_CLASS.replace(".", "\\.") + "\\][^\\[]*", "");
    if (less.equals(text)) {
      throw new IllegalStateException(MISSING_CLASS + " is not among the services:\n" + text);
    }
    return less.getBytes(StandardCharsets.UTF_8);
  }
}
