package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.BodyCheck.Body;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Does a wire carry exactly the file, and is it the wire that is meant? */
final class WireCheck {
  private WireCheck() {}

  static void check(URI uri, BufferTable.Cell cell, Path folder) throws IOException {
    HttpClient client =
        HttpClient.newBuilder().version(cell.wire().version()).sslContext(trusting()).build();
    try {
      HttpRequest request = HttpRequest.newBuilder(uri).build();
      HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
      Body received = Body.of(response.body());
      Body expected = Body.of(Files.newInputStream(folder.resolve(cell.file().name())));
      if (response.statusCode() != 200
          || response.version() != cell.wire().version()
          || !received.equals(expected)) {
        throw new IllegalStateException(
            "%s answered %s, %s and %s instead of 200, %s and %s"
                .formatted(
                    uri,
                    response.statusCode(),
                    response.version(),
                    received,
                    cell.wire().version(),
                    expected));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }

  /** The certificate of a new GlassFish is its own. */
  private static SSLContext trusting() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustEverybody()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has TLS", e);
    }
  }

  private static final class TrustEverybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
