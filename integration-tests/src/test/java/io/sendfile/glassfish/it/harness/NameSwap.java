package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An attacker who swaps a name and its substitute again and again. Closing it restores the name.
 */
public final class NameSwap implements AutoCloseable {
  private final Path name;
  private final Path standIn;
  private final CompletableFuture<Void> swapping;
  private final AtomicInteger swaps = new AtomicInteger();
  private volatile boolean stop;

  /** Begins at once. */
  public NameSwap(Path name, Path standIn) {
    this.name = name;
    this.standIn = standIn;
    this.swapping = CompletableFuture.runAsync(this::swap, task -> new Thread(task).start());
  }

  /** Number of swaps so far. */
  public int count() {
    return swaps.get();
  }

  private void swap() {
    Path aside = name.resolveSibling("aside");
    try {
      while (!stop) {
        Files.move(name, aside);
        Files.move(standIn, name);
        Files.move(name, standIn);
        Files.move(aside, name);
        swaps.incrementAndGet();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    stop = true;
    swapping.join();
  }
}
