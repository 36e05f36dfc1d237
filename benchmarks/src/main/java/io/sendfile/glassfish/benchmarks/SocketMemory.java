package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory that the kernel holds for the connections of a server, by ss(8).
 *
 * @param sockets number of connections
 * @param bytes queued for sending and receiving, with the kernel's own descriptions of them, and
 *     set aside
 */
record SocketMemory(int sockets, long bytes) {
  private static final Pattern QUEUES =
      Pattern.compile("skmem:\\(r(\\d+),rb\\d+,t\\d+,tb\\d+,f(\\d+),w(\\d+),");

  /** Of the open connections to a contestant, some time from now. */
  static CompletableFuture<SocketMemory> of(Contestant contestant, Duration later) {
    return CompletableFuture.supplyAsync(
        () -> {
          ServerProcess.pause(later);
          return of(contestant.port());
        });
  }

  private static SocketMemory of(int port) {
    List<String> command = List.of("ss", "-tmnH", "state", "established", "sport", "=", ":" + port);
    try {
      Process ss = new ProcessBuilder(command).redirectErrorStream(true).start();
      return parse(new String(ss.getInputStream().readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SocketMemory parse(String said) {
    int sockets = 0;
    long bytes = 0;
    for (Matcher queues = QUEUES.matcher(said); queues.find(); sockets++) {
      for (int i = 1; i <= queues.groupCount(); i++) {
        bytes += Long.parseLong(queues.group(i));
      }
    }
    return new SocketMemory(sockets, bytes);
  }

  /** 10^6 bytes for all of them. */
  double megabytes() {
    return bytes / 1e6;
  }

  /** 10^3 bytes for each of them; NaN for none. */
  double kilobytesEach() {
    return sockets == 0 ? Double.NaN : bytes / 1e3 / sockets;
  }
}
