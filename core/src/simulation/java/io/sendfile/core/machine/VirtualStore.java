package io.sendfile.core.machine;

import io.sendfile.core.machine.World.Lane;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import io.sendfile.spi.StoredFile;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store that answers at once, later, with an error, or not at all. */
final class VirtualStore implements FileStore {
  static final String NAME = "sim";

  private final World world;
  private final Threads threads;
  private boolean failed;
  private int asked;
  private final Map<String, Supplier<VirtualFile>> files = new HashMap<>();

  VirtualStore(World world, Threads threads) {
    this.world = world;
    this.threads = threads;
  }

  /**
   * Has a file.
   *
   * @param opened gives it each time that it is found
   */
  void offers(String path, Supplier<VirtualFile> opened) {
    files.put(path, opened);
  }

  /** Whether it has failed, or left a question without an answer. */
  boolean hasFailed() {
    return failed;
  }

  /** Whether a question is without an answer. */
  boolean isAsked() {
    return asked > 0;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CompletionStage<StoredFile> find(String store, String path) {
    threads.callOut("find");
    Supplier<VirtualFile> offered = files.get(path);
    VirtualFile file = offered == null ? null : offered.get();
    CompletableFuture<StoredFile> answer = new CompletableFuture<>();
    if (file == null) {
      answer.completeExceptionally(new StoreException(StoreFault.NOT_FOUND, "no such file"));
    } else if (world.oneIn(3)) {
      answer.complete(file);
    } else if (!world.oneIn(10)) {
      asked++;
      boolean fails = world.oneIn(6) && !world.isSound();
      world.at(
          world.now() + world.between(0, 3 * World.SECOND),
          Lane.POLLER,
          () -> {
            asked--;
            if (fails) {
              failed = true;
              file.close();
              answer.completeExceptionally(Faults.io("the store failed"));
            } else {
              answer.complete(file);
            }
          });
    } else {
      // It never answers.
      asked++;
      failed = true;
      file.close();
    }
    return answer;
  }
}
