package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The client that most people download with; {@code verify.sh} installs it where it may. */
public final class Curl {
  private static final int SECONDS = 60;

  private Curl() {}

  /** Starts it; its output is the status and the version of HTTP, such as {@code 206 2}. */
  public static Process start(URI uri, Path file, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("curl", "--silent", "--insecure"));
    command.addAll(List.of(options));
    command.addAll(List.of("--write-out", "%{http_code} %{http_version}"));
    command.addAll(List.of("--output", file.toString(), uri.toString()));
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException(
          "the command 'curl' is missing; on Debian or Ubuntu: apt-get install curl", e);
    }
  }

  /** Its output, once it has ended well. */
  public static String output(Process curl) throws IOException, InterruptedException {
    if (!curl.waitFor(SECONDS, TimeUnit.SECONDS)) {
      curl.destroyForcibly();
      throw new IOException("curl did not end within " + SECONDS + " s");
    }
    String output = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (curl.exitValue() != 0) {
      throw new IOException("curl failed with status " + curl.exitValue() + ": " + output);
    }
    return output;
  }
}
