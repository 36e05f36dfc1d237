package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A separate pass before the measurement, which checks that a contestant sends exactly the file.
 */
final class BodyCheck {
  private static final byte[] HELLO = "hello\n".getBytes(US_ASCII);

  private final Protocol protocol;
  private final HttpClient client;
  private final Path folder;

  /** A check over one protocol, against the files in a folder. */
  BodyCheck(Protocol protocol, Path folder) {
    this.protocol = protocol;
    this.client = protocol.client();
    this.folder = folder;
  }

  /** The same for a contestant; one that responds without a file is the floor of a table. */
  void check(Contestant contestant, BenchFile file) throws IOException {
    URI uri = protocol.uri(contestant, file);
    if (contestant.isHello()) {
      check(uri, new ByteArrayInputStream(HELLO));
    } else {
      check(uri, file);
    }
  }

  /** Throws, with both lengths and digests, if the body differs from the file in the folder. */
  void check(URI uri, BenchFile file) throws IOException {
    check(uri, Files.newInputStream(folder.resolve(file.name())));
  }

  private void check(URI uri, InputStream wanted) throws IOException {
    Body expected = Body.of(wanted);
    Body received = Body.of(get(uri));
    if (!received.equals(expected)) {
      throw new IllegalStateException(uri + " sent " + received + " and not " + expected);
    }
  }

  private InputStream get(URI uri) throws IOException {
    try {
      HttpResponse<InputStream> answer =
          client.send(
              HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofInputStream());
      if (answer.statusCode() != 200 || answer.version() != protocol.version()) {
        throw new IllegalStateException(
            uri + " answered " + answer.statusCode() + " by " + answer.version());
      }
      return answer.body();
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
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
