package io.sendfile.glassfish.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.files.HiddenFiles;
import io.sendfile.glassfish.files.Origin;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.SymlinkPolicy;
import io.sendfile.glassfish.settings.SendfileSettings;
import io.sendfile.glassfish.settings.Setting;
import io.sendfile.glassfish.spi.SendAlgorithm;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.stats.Statistics;
import io.sendfile.glassfish.transfer.Body;
import io.sendfile.glassfish.transfer.Claim;
import io.sendfile.glassfish.transfer.Transfer;
import io.sendfile.glassfish.transfer.TransferScheduler.Admission;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine over one root with one file, and what it must not leave open. */
@Timeout(30)
abstract class EngineFixture {
  static final Claim CLAIM = new Claim("client", null, 0);
  static final InetSocketAddress CLIENT = new InetSocketAddress("192.0.2.7", 1);
  static final Caller CALLER = new Caller(new Origin("shop", "server"), CLIENT);

  @TempDir Path temp;
  Path directory;
  final Statistics stats = new Statistics(InstantSource.system());
  final BlockingQueue<TransferResult> results = new LinkedBlockingQueue<>();
  final AtomicInteger ids = new AtomicInteger();
  final Map<String, SendAlgorithm> plugIns = new HashMap<>();
  SendfileEngine engine;

  @BeforeEach
  void start() throws IOException {
    directory = Files.createDirectory(temp.toRealPath().resolve("files"));
    Files.writeString(directory.resolve("f"), "hello");
    Files.createDirectory(directory.resolve("d"));
    engine =
        new SendfileEngine(
            settings(),
            stats,
            List.of(results::add),
            () -> plugIns,
            Thread::new,
            System::nanoTime,
            () -> "made-" + ids.incrementAndGet());
  }

  @AfterEach
  void leavesNoFileOpen() throws IOException {
    engine.close();
    // The sink learns of the end a moment before the scheduler forgets the transfer.
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!engine.scheduler().transfers().isEmpty()) {
      assertThat(System.nanoTime()).as("transfers are forgotten").isLessThan(deadline);
      Thread.onSpinWait();
    }
    assertThat(openBelow(temp)).isEmpty();
  }

  final SendfileSettings settings(String... namesAndValues) {
    Root root = new Root("files", directory, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
    return settings(List.of(root), namesAndValues);
  }

  static SendfileSettings settings(List<Root> roots, String... namesAndValues) {
    Map<Setting, String> changed = new EnumMap<>(Setting.class);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      changed.put(Setting.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return SendfileSettings.of(
        setting -> changed.getOrDefault(setting, setting.defaultValue()), roots);
  }

  static List<String> openBelow(Path folder) throws IOException {
    Path real = folder.toRealPath();
    try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
      return list.flatMap(EngineFixture::target)
          .filter(path -> path.startsWith(real))
          .map(Path::toString)
          .toList();
    }
  }

  private static Stream<Path> target(Path descriptor) {
    try {
      return Stream.of(Files.readSymbolicLink(descriptor));
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  final Decision decide(int status, String... headers) {
    return engine.at("any").decide(Views.GET, Views.response(status, headers), null, CALLER);
  }

  static void assertRefused(Decision decision, RefusalReason reason) {
    assertThat(decision)
        .isInstanceOfSatisfying(
            Decision.Refuse.class, refusal -> assertThat(refusal.reason()).isEqualTo(reason));
  }

  final Decision.Send decideToSend(String... headers) {
    return (Decision.Send) decide(200, headers);
  }

  final Transfer submit(Decision.Send send, DiscardingSink sink) {
    Admission admission = engine.scheduler().admit(CLAIM);
    Transfer transfer =
        engine
            .at("any")
            .transfer(
                send, CLIENT, new Body(send.file(), send.plan().segments()), sink, CLAIM, null);
    engine.scheduler().submit(transfer, admission);
    return transfer;
  }
}
