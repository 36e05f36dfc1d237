package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.algorithm.Algorithms;
import io.sendfile.glassfish.content.Segment;
import io.sendfile.glassfish.content.Segment.FileSlice;
import io.sendfile.glassfish.files.FileOpener;
import io.sendfile.glassfish.files.HiddenFiles;
import io.sendfile.glassfish.files.OpenFile;
import io.sendfile.glassfish.files.OpenResult.Opened;
import io.sendfile.glassfish.files.Origin;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.Roots;
import io.sendfile.glassfish.files.SymlinkPolicy;
import io.sendfile.glassfish.files.Target.InRoot;
import io.sendfile.glassfish.spi.SendAlgorithm;
import io.sendfile.glassfish.spi.SendAlgorithm.Pace;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.stats.StatsRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes transfers of real files and finds what they leave behind. Thread-safe. */
final class Downloads implements AutoCloseable {
  /** A claim that meets no limit but those of numbers. */
  static final Claim CLAIM = new Claim("client", null, 0);

  private long bytesPerSecond;
  private long minBytesPerSecond;
  private Duration most = Duration.ZERO;
  private SharedRates rates = new SharedRates(0, 0, 0);
  private InetSocketAddress client = new InetSocketAddress("192.0.2.7", 1);
  private Claim claim = CLAIM;
  private @Nullable String givenId;
  private String application = "shop";
  private boolean newcomersFirst;
  private StatsRecorder stats = StatsRecorder.disabled();
  private TransferListener report;
  static final Duration STALL = Duration.ofSeconds(60);

  private final Path directory;
  private final LongSupplier clock;
  private final Roots roots;
  private final ConcurrentLinkedQueue<OpenFile> opened = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ids = new AtomicInteger();

  Downloads(Path directory, LongSupplier clock) {
    this.directory = directory;
    this.clock = clock;
    Root root = new Root("files", directory, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
    this.roots = Roots.of(List.of(root));
  }

  /** A file, made once, whose bytes are random, but the same for the same length. */
  Path file(String name, int length) {
    Path path = directory.resolve(name);
    if (Files.exists(path)) {
      return path;
    }
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    try {
      return Files.write(path, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  OpenFile open(Path file) {
    Opened result =
        (Opened) new FileOpener().open(new InRoot("files", file.getFileName().toString()), roots);
    opened.add(result.file());
    return result.file();
  }

  /** The rate of the transfers made from now on, 0 = none. */
  void limitRate(long newBytesPerSecond) {
    bytesPerSecond = newBytesPerSecond;
  }

  /** The rates that transfers made from now on share. */
  void share(SharedRates newRates) {
    rates = newRates;
  }

  /** The client of the transfers made from now on. */
  void from(String address) {
    client = new InetSocketAddress(address, 1);
  }

  /** What the transfers made from now on claim. */
  void claim(Claim newClaim) {
    claim = newClaim;
  }

  /** The patience with the transfers made from now on, besides the stall timeout. */
  void patience(long newMinBytesPerSecond, Duration newMost) {
    minBytesPerSecond = newMinBytesPerSecond;
    most = newMost;
  }

  /** Whether newcomers among the transfers made from now on get their first turn first. */
  void putNewcomersFirst(boolean first) {
    newcomersFirst = first;
  }

  /** Who is told of the ends of the transfers made from now on. */
  void report(TransferListener to) {
    report = to;
  }

  /** The id and the application of the transfers made from now on. */
  void calls(String newGivenId, String newApplication) {
    givenId = newGivenId;
    application = newApplication;
  }

  /** Where the transfers made from now on are counted. */
  void count(StatsRecorder recorder) {
    stats = recorder;
  }

  Transfer transfer(Path file, TransferSink sink, SendAlgorithm algorithm) {
    newcomersFirst = algorithm.newcomersFirst();
    return transfer(open(file), sink, algorithm.pace());
  }

  Transfer transfer(Path file, TransferSink sink, long burstBytes) {
    return transfer(open(file), sink, Algorithms.of("equal-non-blocking", burstBytes).pace());
  }

  Transfer transfer(OpenFile file, TransferSink sink, Pace pace) {
    List<Segment> all = file.size() == 0 ? List.of() : List.of(new FileSlice(0, file.size()));
    return transfer(new Body(file, all), file, sink, pace, STALL);
  }

  Transfer transfer(Body body, OpenFile file, TransferSink sink, Pace pace, Duration stall) {
    TransferInfo info =
        new TransferInfo(
            new TransferId("id-" + ids.incrementAndGet(), givenId),
            new Origin(application, "server"),
            "http-listener-1",
            file.root().name(),
            file.relativePath(),
            client,
            200,
            "\"tag\"");
    Patience patience = new Patience(stall.toNanos(), minBytesPerSecond, most.toNanos());
    TransferTerms terms =
        new TransferTerms(
            "scripted",
            pace,
            newcomersFirst,
            patience,
            bytesPerSecond,
            rates,
            null,
            claim,
            stats,
            report);
    return new Transfer(info, body, sink, terms, clock);
  }

  void assertNoFileIsOpen() {
    assertThat(opened).noneMatch(file -> file.channel().isOpen());
  }

  @Override
  public void close() {
    opened.forEach(OpenFile::close);
    roots.close();
  }
}
