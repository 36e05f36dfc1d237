package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Lowers the limit of a server's descriptors below those open, until closed: the server can open no
 * file. The process that lowers the limit is started before, as a server in this JVM could start
 * none then.
 */
public final class DescriptorLimit implements AutoCloseable {
  private static final int NONE_LEFT = 10;
  private static final String SCRIPT =
      "read go; limit=$(prlimit --pid $0 --nofile --output SOFT --noheadings | tr -d ' ');"
          + " prlimit --pid $0 --nofile=$1: && echo lowered; read go;"
          + " prlimit --pid $0 --nofile=$limit: && echo raised";

  private final Process process;
  private final Writer toProcess;
  private boolean lifted;

  private DescriptorLimit(Process process) {
    this.process = process;
    this.toProcess = process.outputWriter(StandardCharsets.US_ASCII);
  }

  /** Lowers the limit of that process. */
  public static DescriptorLimit of(long processId) throws IOException {
    DescriptorLimit limit =
        new DescriptorLimit(
            new ProcessBuilder("sh", "-c", SCRIPT, String.valueOf(processId), "" + NONE_LEFT)
                .redirectErrorStream(true)
                .start());
    limit.goOn("lowered");
    return limit;
  }

  private void goOn(String expected) throws IOException {
    toProcess.write("go\n");
    toProcess.flush();
    String answer = process.inputReader(StandardCharsets.US_ASCII).readLine();
    if (!expected.equals(answer)) {
      throw new IOException("prlimit of util-linux: " + answer);
    }
  }

  /** Raises the limit to what it was. */
  public void lift() throws IOException {
    lifted = true;
    goOn("raised");
  }

  @Override
  public void close() throws IOException {
    try {
      if (!lifted) {
        lift();
      }
      process.waitFor(15, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroy();
    }
  }
}
