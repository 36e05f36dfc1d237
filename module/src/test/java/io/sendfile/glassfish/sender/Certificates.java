package io.sendfile.glassfish.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Self-made certificates, with the JDK's keytool. */
final class Certificates {
  private static final String PASSWORD = "changeit";

  private Certificates() {}

  /** A key with a certificate for that name. */
  static KeyStore make(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    File file = folder.resolve(name + ".p12").toFile();
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of("-genkeypair", "-alias", "receiver", "-keyalg", "EC"));
    line.addAll(List.of("-dname", "CN=receiver", "-ext", "san=dns:" + name));
    line.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    line.addAll(List.of("-keystore", file.toString()));
    Process keytool = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException(output);
    }
    return KeyStore.getInstance(file, PASSWORD.toCharArray());
  }

  /** For a server that has this key. */
  static SSLContext having(KeyStore key) throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(key, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** For a client that trusts nobody else. */
  static SSLContext trusting(KeyStore key) throws GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    try {
      trusted.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    trusted.setCertificateEntry("receiver", key.getCertificate("receiver"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
