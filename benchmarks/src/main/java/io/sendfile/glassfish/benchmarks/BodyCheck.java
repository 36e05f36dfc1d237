package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A separate pass before the measurement: does a contestant send exactly the file? */
final class BodyCheck {
  private BodyCheck() {}

  /** Throws, with both lengths and digests, if the body differs from the file in the folder. */
  static void check(Contestant contestant, BenchFile file, Path folder) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + contestant.port() + contestant.target(file));
    Body expected = Body.of(Files.newInputStream(folder.resolve(file.name())));
    Body received = Body.of(get(uri));
    if (!received.equals(expected)) {
      throw new IllegalStateException(
          contestant.name() + ": " + uri + " sent " + received + " and not " + expected);
    }
  }

  private static InputStream get(URI uri) throws IOException {
    var connection = (HttpURLConnection) uri.toURL().openConnection();
    if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IllegalStateException(uri + " answered " + connection.getResponseCode());
    }
    return connection.getInputStream();
  }

  /** Length and SHA-256. */
  record Body(long length, String digest) {
    static Body of(InputStream in) throws IOException {
      try (var counted = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
        long length = 0;
        byte[] buffer = new byte[1 << 16];
        for (int n = counted.read(buffer); n >= 0; n = counted.read(buffer)) {
          length += n;
        }
        byte[] digest = counted.getMessageDigest().digest();
        return new Body(length, HexFormat.of().formatHex(digest));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("Every Java platform has SHA-256", e);
      }
    }
  }
}
