package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.FolderStore;
import io.sendfile.core.files.OpenResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoresTest {
  private final List<Runnable> deadlines = new ArrayList<>();

  @Test
  void fileThatIsFoundAfterTheDeadlineIsClosed(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("f"), "content");
    FolderStore store = new FolderStore(folder);
    store.holds = true;
    Stores stores =
        new Stores(() -> Map.of(store.name(), store), (nanos, action) -> deadlines.add(action));
    CompletableFuture<OpenResult> found = stores.find(FolderStore.root(), "f", "a client");
    deadlines.forEach(Runnable::run);
    assertThat(found.join()).isInstanceOf(OpenResult.NotOpened.class);
    store.answer();
    assertThat(store.open).hasValue(0);
  }
}
