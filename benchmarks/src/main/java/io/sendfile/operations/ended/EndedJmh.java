package io.sendfile.operations.ended;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenFiles;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.files.Target;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Deadlines;
import io.sendfile.core.transfer.Slowness;
import io.sendfile.core.transfer.TransferId;
import io.sendfile.core.transfer.TransferInfo;
import io.sendfile.operations.journal.DiskWriter;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The end of a transfer that is remembered, and the write of a second's rows. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EndedJmh {
  private static final int A_SECOND = 1000;
  private static final Deadlines DEADLINES = new Deadlines(60_000_000_000L, 0, 0);
  private static final TransferInfo INFO =
      new TransferInfo(
          new TransferId("5f3a9c01-1a", "order-7"),
          new Origin("shop", "server"),
          "http-listener-1",
          "media",
          "films/sunrise.mp4",
          new InetSocketAddress("192.0.2.7", 40_000),
          "",
          200,
          "\"5f3a9c01\"");
  private static final long NANOS = 84_000_000_000L;

  /** Rows that are kept; 0 = none, so that the difference is their cost. */
  @Param({"0", "10000"})
  public int kept;

  private Path folder = Path.of("");
  private Roots roots = Roots.of(List.of(), List.of(), new OpenFiles(0));
  private @Nullable Body body;
  private Runnable write = () -> {};
  private EndedTransfers ended = new EndedTransfers(InstantSource.system(), 0);

  /** A full list. */
  @Setup
  public void fill() throws IOException {
    folder = Files.createTempDirectory("ended-");
    Files.write(folder.resolve("sunrise.mp4"), new byte[2048]);
    roots =
        Roots.of(
            List.of(
                new Root(
                    "media",
                    folder.toRealPath(),
                    SymlinkPolicy.INSIDE_ROOT,
                    HiddenFiles.DEFAULT,
                    true)),
            List.of(),
            new OpenFiles(0));
    OpenFile file =
        ((OpenResult.Opened)
                new FileOpener().open(new Target.InRoot("media", "sunrise.mp4"), roots))
            .file();
    body = new Body(file, List.of(new FileSlice(0, file.size())));
    ended = new EndedTransfers(InstantSource.system(), kept);
    ended.open(folder.resolve("rows"), folder, row -> {}, System::nanoTime, new LaterNever());
    for (int i = 0; i < kept; i++) {
      end();
    }
    write.run();
  }

  /** Keeps the task, for the measurement. */
  private final class LaterNever implements DiskWriter {
    @Override
    public boolean soon(Runnable task) {
      write = task;
      return true;
    }

    @Override
    public void now(Runnable task) {
      task.run();
    }

    @Override
    public void close() {}
  }

  /** As at each end. */
  @Benchmark
  public void end() {
    Body sent = Objects.requireNonNull(body);
    String reason = DEADLINES.endReason(Outcome.STALLED, NANOS);
    ended.transferFinished(
        INFO.result(
            sent,
            false,
            Outcome.STALLED,
            reason,
            1200,
            3_000_000,
            NANOS,
            Slowness.NONE,
            Profile.NONE));
  }

  /** A second with a thousand ends: an operation is all of them, with their share of a rewrite. */
  @Benchmark
  public void secondOfAThousandEnds() {
    for (int i = 0; i < A_SECOND; i++) {
      end();
    }
    write.run();
  }

  @TearDown
  public void delete() throws IOException {
    ended.close();
    Objects.requireNonNull(body).close(Outcome.SHUTDOWN);
    roots.close();
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted((a, b) -> b.compareTo(a)).forEach(EndedJmh::delete);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
