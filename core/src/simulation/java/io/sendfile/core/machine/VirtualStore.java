package io.sendfile.core.machine;

import io.sendfile.core.machine.World.Lane;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.FileStore.StoreException.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that answers at once, later, with an error, or not at all. */
final class VirtualStore implements FileStore {
  static final String NAME = "sim";

  private final World world;
  private final Threads threads;
  private final Map<String, VirtualFile> files = new HashMap<>();

  VirtualStore(World world, Threads threads) {
    this.world = world;
    this.threads = threads;
  }

  void offers(String path, VirtualFile file) {
    file.isStored();
    files.put(path, file);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CompletionStage<StoredFile> find(String store, String path) {
    threads.callOut("find");
    VirtualFile file = files.get(path);
    CompletableFuture<StoredFile> answer = new CompletableFuture<>();
    if (file == null) {
      answer.completeExceptionally(new StoreException(Kind.NOT_FOUND, "no such file"));
    } else if (world.oneIn(3)) {
      answer.complete(file);
    } else if (!world.oneIn(10)) {
      boolean fails = world.oneIn(6) && !world.isSound();
      world.at(
          world.now() + world.between(0, 3 * World.SECOND),
          Lane.POLLER,
          () -> {
            if (fails) {
              file.close();
              answer.completeExceptionally(Faults.io("the store failed"));
            } else {
              answer.complete(file);
            }
          });
    } else {
      // It never answers.
      file.close();
    }
    return answer;
  }
}
