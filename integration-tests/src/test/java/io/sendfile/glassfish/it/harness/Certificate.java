package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A self-signed certificate for localhost with its key, made anew in each run by keytool. */
public final class Certificate {
  private static final String ALIAS = "receiver";
  private static final String PASSWORD = "changeit";
  private static final String TRUSTED = "trusted.p12";

  private final KeyStore key;

  private Certificate(Path file) throws IOException, GeneralSecurityException {
    this.key = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
  }

  /** The certificate trusted by the server under test. */
  public static Certificate trusted() throws IOException, GeneralSecurityException {
    return new Certificate(Settings.work().resolve(TRUSTED));
  }

  /** A certificate that nobody trusts. */
  public static Certificate unknown() throws IOException, GeneralSecurityException {
    return new Certificate(make("unknown.p12"));
  }

  private static Path make(String name) throws IOException {
    Path file = Settings.work().resolve(name);
    Files.deleteIfExists(file);
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Command.run(
            file.getParent(),
            keytool,
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + ALIAS,
            "-ext",
            "san=dns:localhost",
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            file.toString())
        .succeeded();
    return file;
  }

  /** Creates the trusted one, and adds it to the trust store of a stopped domain. */
  static void beTrustedBy(Path domain) throws IOException {
    try {
      KeyStore key = new Certificate(make(TRUSTED)).key;
      Path file = trustStore(domain.resolve("config"));
      KeyStore trust = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
      trust.setCertificateEntry(ALIAS, key.getCertificate(ALIAS));
      try (OutputStream out = Files.newOutputStream(file)) {
        trust.store(out, PASSWORD.toCharArray());
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** GlassFish 7 has one of these, GlassFish 8 the other. */
  private static Path trustStore(Path config) {
    Path old = config.resolve("cacerts.jks");
    return Files.exists(old) ? old : config.resolve("cacerts.p12");
  }

  /** TLS context of a server with this certificate. */
  SSLContext context() throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(key, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
