package io.sendfile.core.transfer;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.content.FileSlice;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenFiles;
import io.sendfile.core.files.OpenResult.Opened;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.files.Target;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A turn of an endless transfer, without its system call. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BurstJmh {
  private final Peer peer = new Peer();
  private @Nullable OpenFile file;
  private @Nullable Roots roots;
  private @Nullable Path path;
  private @Nullable Transfer transfer;

  @Setup(Level.Trial)
  public void begin() throws IOException {
    Path made = Files.createTempFile("sendfile-jmh", null).toRealPath();
    String name = made.getFileName().toString();
    Path folder = made.getParent();
    Root root = new Root("files", folder, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    Roots opened = Roots.of(List.of(root), List.of(), new OpenFiles(0));
    OpenFile open =
        ((Opened) new FileOpener().open(new Target.InRoot("files", name), opened)).file();
    path = made;
    roots = opened;
    file = open;
    transfer = transfer(open);
    transfer.attach(new NoServices());
  }

  private Transfer transfer(OpenFile open) {
    InetSocketAddress client = new InetSocketAddress("192.0.2.7", 1);
    TransferInfo info =
        new TransferInfo(
            new TransferId("id", null),
            new Origin("shop", "server"),
            "http-listener-1",
            "files",
            "f",
            client,
            "",
            200,
            "\"tag\"");
    TransferTerms terms =
        new TransferTerms(
            "adaptive",
            Algorithms.of(Algorithms.ADAPTIVE, 0).pace(),
            true,
            new Deadlines(TimeUnit.SECONDS.toNanos(60), 0, 0),
            HighestRate.NONE,
            new SharedRates(0, 0, System::nanoTime, (nanos, action) -> {}),
            null,
            new Claim("client", 0),
            TurnPriority.USUAL,
            StatsRecorder.disabled(),
            false,
            null);
    Body body = new Body(open, List.of(new FileSlice(0, Long.MAX_VALUE)));
    return new Transfer(info, body, peer, terms, System::nanoTime);
  }

  @TearDown(Level.Trial)
  public void end() throws IOException {
    transfer.end(Outcome.CANCELLED);
    roots.close();
    Files.delete(path);
  }

  /** The peer takes the whole burst. */
  @Benchmark
  public TransferState spent() {
    peer.full = false;
    transfer.turn();
    return transfer.state();
  }

  /** The peer takes nothing, then becomes writable. */
  @Benchmark
  public TransferState full() {
    peer.full = true;
    transfer.turn();
    peer.wakeUp.run();
    return transfer.state();
  }

  private static final class Peer implements TransferSink {
    boolean full;
    Runnable wakeUp = () -> {};
    private long taken;

    @Override
    public long send(FileChannel channel, long position, long count) {
      long sent = full ? 0 : count;
      taken += sent;
      return sent;
    }

    @Override
    public long send(ByteBuffer bytes) {
      return 0;
    }

    @Override
    public boolean flushed() {
      return false;
    }

    @Override
    public long taken() {
      return taken;
    }

    @Override
    public long zeroCopied() {
      return taken;
    }

    @Override
    public void awaitWritable(Runnable wake) {
      wakeUp = wake;
    }

    @Override
    public boolean peerGone() {
      return false;
    }

    @Override
    public void finish(Outcome outcome) {}
  }

  private static final class NoServices implements SchedulerServices {
    @Override
    public void grantTurn(Transfer transfer) {}

    @Override
    public void after(long nanos, Runnable action) {}

    @Override
    public void finished(
        Transfer transfer,
        @Nullable UnsentBytes left,
        Outcome outcome,
        long firstByteNanos,
        long nanos) {}
  }
}
