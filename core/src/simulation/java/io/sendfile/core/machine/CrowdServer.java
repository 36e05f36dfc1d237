package io.sendfile.core.machine;

import io.sendfile.core.content.Representation;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.files.FileFacts;
import io.sendfile.core.files.ReadingChannel;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Sink;
import io.sendfile.core.files.Source;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.transfer.Acknowledged;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.core.transfer.TurnPriority;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** An engine that serves a crowd of clients, on a machine where each step of it costs time. */
final class CrowdServer {
  /** GlassFish's part before the hand-off. */
  private static final long REQUEST_NANOS = 40_000;

  /** One system call, without its bytes. */
  private static final long CALL_NANOS = 2_000;

  /** The poller finds a socket writable and wakes a worker. */
  private static final long WAKE_NANOS = 6_000;

  /** Sending and receiving a byte on loopback. */
  private static final double NANOS_PER_BYTE = 0.3;

  /** Bytes after which others may have the processor. */
  private static final long PIECE = 256 << 10;

  /** The kernel puts at least that much into a socket, or the rest of the file. */
  private static final long LEAST = 32 << 10;

  private static final FileTime MODIFIED = FileTime.from(Instant.EPOCH);

  private final Processors processors;
  private final TimedMachine machine;
  private final Disk disk;
  private final SendfileEngine engine;
  private final ListenerEngine listener;
  private long wakeUps;
  private int addresses;

  /**
   * @param given settings that are not the defaults
   */
  CrowdServer(World world, Processors processors, Disk disk, Map<Setting, String> given) {
    this.processors = processors;
    this.machine = new TimedMachine(world, processors, disk.readers());
    this.disk = disk;
    SendfileSettings settings =
        SendfileSettings.of(
            setting -> given.getOrDefault(setting, setting.defaultValue()),
            List.of(Profile.FILES),
            Map.of());
    this.engine =
        new SendfileEngine(
            settings,
            new Statistics(machine.clock()),
            List.of(),
            Map::of,
            Map::of,
            machine,
            () -> "of a crowd");
    this.listener = engine.at("crowd");
    engine.drain().started();
  }

  static CrowdServer of(World world, Processors processors, String algorithm, Disk disk) {
    return new CrowdServer(
        world,
        processors,
        disk,
        Map.of(
            Setting.ALGORITHM, algorithm, Setting.WORKER_THREADS, Integer.toString(Crowd.WORKERS)));
  }

  long wakeUps() {
    return wakeUps;
  }

  /** The address of another client. */
  InetSocketAddress newAddress() {
    addresses++;
    return new InetSocketAddress("127.0." + addresses / 256 + "." + addresses % 256, 1024);
  }

  /** Lets time pass until then. */
  void runUntil(long endNanos) {
    machine.runUntil(endNanos);
  }

  void request(Client client, long size) {
    processors.compute(REQUEST_NANOS, () -> begin(client, size));
  }

  private void begin(Client client, long size) {
    File file = new File(machine, disk, size, client.wantsColdFiles() ? 0 : size);
    Decision.Send served =
        listener.serve(
            new Get(),
            new Ok(),
            file,
            Representation.plain(new FileFacts(size, MODIFIED, null, null), "file"));
    Decision.Send send =
        new Decision.Send(
            served.plan(), file, null, client.caller().origin(), 0, false, false, served.config());
    boolean small = send.small();
    Body body = new Body(file, send.plan().segments(), false);
    Download download = new Download(client);
    Claim claim = new Claim(Claim.address(client.caller().client()), small ? size : 0);
    TransferScheduler scheduler = engine.scheduler();
    Admission admission = small ? scheduler.mayRunAtOnce(claim) : scheduler.admit(claim);
    if (admission.refused()) {
      throw new IllegalStateException("a client of the crowd is refused: " + admission);
    }
    if (small) {
      body.skipAll();
      download.takes(size);
    }
    Transfer transfer =
        listener.transfer(send, client.caller(), body, download, claim, TurnPriority.USUAL, null);
    if (small) {
      scheduler.runAtOnce(transfer);
    } else {
      scheduler.submit(transfer, admission);
    }
  }

  private static final class Get implements RequestView {
    @Override
    public String method() {
      return "GET";
    }

    @Override
    public List<String> headers(String field) {
      return List.of();
    }
  }

  private static final class Ok implements ResponseView {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public List<String> headers(String field) {
      return List.of();
    }
  }

  /** The bytes of a response on their way into the socket of a client. */
  private final class Download implements TransferSink {
    private final Client client;
    private final Socket socket;
    private long taken;

    Download(Client client) {
      this.client = client;
      this.socket = client.socket();
    }

    void takes(long bytes) {
      if (taken == 0) {
        client.firstByte();
      }
      taken += bytes;
      socket.put(bytes);
    }

    @Override
    public long send(FileChannel channel, long position, long count) {
      machine.owe(CALL_NANOS);
      long before = taken;
      machine.await(then -> send(File.of(channel), position, position + count, then));
      return taken - before;
    }

    /** Sends piece by piece, while the thread sleeps: to switch to it costs more than a piece. */
    private void send(File file, long position, long end, Runnable then) {
      long wanted = Math.min(end - position, PIECE);
      if (wanted > 0 && position >= file.inMemory) {
        file.read(position, wanted, () -> send(file, position, end, then));
        return;
      }
      long there = Math.min(wanted, file.inMemory - position);
      long bytes = Math.min(there, socket.free());
      if (wanted == 0 || bytes < Math.min(LEAST, there)) {
        then.run();
        return;
      }
      if (taken == 0) {
        client.firstByte();
      }
      machine.compute(
          (long) (bytes * NANOS_PER_BYTE),
          () -> {
            taken += bytes;
            socket.put(bytes);
            send(file, position + bytes, end, then);
          });
    }

    @Override
    public long send(ByteBuffer bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean flushed() {
      return true;
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
    public Acknowledged acknowledged() {
      return new Acknowledged((long) socket.delivered(), socket.sent(), socket.windowIsClosed());
    }

    @Override
    public void awaitWritable(Runnable wakeUp) {
      long at = socket.writableAt();
      if (at < Long.MAX_VALUE) {
        processors.at(
            at,
            () -> {
              wakeUps++;
              processors.compute(WAKE_NANOS, wakeUp);
            });
      }
    }

    @Override
    public void finish(Outcome outcome) {
      client.ended(outcome);
    }

    @Override
    public boolean peerGone() {
      return false;
    }
  }

  /** A file, the first bytes of which are in memory. */
  static final class File implements Source {
    private final TimedMachine machine;
    private final Disk disk;
    private final long size;
    private final Channel channel = new Channel();
    private long inMemory;

    File(TimedMachine machine, Disk disk, long size, long inMemory) {
      this.machine = machine;
      this.disk = disk;
      this.size = size;
      this.inMemory = inMemory;
    }

    static File of(FileChannel channel) {
      return ((Channel) channel).file();
    }

    boolean has(long end) {
      return end <= inMemory;
    }

    /** Continues when bytes from there on are in memory. */
    void read(long position, long bytes, Runnable then) {
      disk.read(
          bytes,
          () -> {
            inMemory = Math.max(inMemory, Math.min(size, position + bytes));
            then.run();
          });
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public Root root() {
      return Profile.FILES;
    }

    @Override
    public String relativePath() {
      return "file";
    }

    @Override
    public boolean zeroCopy() {
      return true;
    }

    @Override
    public boolean readsAtOnce() {
      return inMemory == size;
    }

    @Override
    public Stretch extent(long position, long max) {
      return new Stretch(channel, position, max);
    }

    @Override
    public long sendTo(Sink sink, long position, long max) throws IOException {
      return sink.send(channel, position, max);
    }

    @Override
    public boolean lacks(long endOfBytes) {
      return false;
    }

    @Override
    public boolean isReadable(long position) {
      return true;
    }

    @Override
    public void close() {}

    private final class Channel extends ReadingChannel {
      File file() {
        return File.this;
      }

      @Override
      public long transferTo(long position, long count, WritableByteChannel target) {
        if (position >= inMemory) {
          machine.await(then -> File.this.read(position, count, then));
        }
        return Math.min(count, size - position);
      }

      @Override
      public int read(ByteBuffer target, long position) {
        throw new UnsupportedOperationException();
      }

      @Override
      public long size() {
        return size;
      }

      @Override
      protected void implCloseChannel() {}
    }
  }
}
