package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * A server that is told to stop and does not. GlassFish 7 may ask HK2 for itself for ever when the
 * command comes within seconds of its start.
 */
final class LateStop {
  private static final Duration DUMP = Duration.ofSeconds(60);
  private static final String ASKING = "StopServer.doExecute(";
  private static final String STOPPING = ".stop(";

  private LateStop() {}

  /**
   * Kills the server if it asks for ever. Everything else is for the caller to judge.
   *
   * @param pidFile names its process
   */
  static boolean killed(Path pidFile) throws IOException {
    if (!Files.exists(pidFile)) {
      return false;
    }
    String jcmd = Jdk.forServer(Settings.server()).resolve("bin/jcmd").toString();
    String pid = Files.readString(pidFile).trim();
    String threads = Command.run(DUMP, Settings.work(), jcmd, pid, "Thread.print").output();
    System.out.println(threads);
    if (!asksForEver(threads)) {
      return false;
    }
    System.out.println("GlassFish's StopServer asks HK2 for ever: killing process " + pid);
    ServerFolder.stopLeftOver(pidFile);
    return true;
  }

  private static boolean asksForEver(String threads) {
    return Arrays.stream(threads.split("\n\n"))
        .anyMatch(stack -> stack.contains(ASKING) && !stack.contains(STOPPING));
  }
}
