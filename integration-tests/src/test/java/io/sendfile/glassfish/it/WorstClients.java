package io.sendfile.glassfish.it;

import static io.sendfile.glassfish.it.harness.Http2Connection.CANCEL;
import static io.sendfile.glassfish.it.harness.Http2Connection.INITIAL_WINDOW_SIZE;

import io.sendfile.glassfish.it.Scenario.Work;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Stream;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.assertj.core.api.SoftAssertions;

/**
 * Clients that want more by a link than its file, once. Each trick ends with usual requests, until
 * the link is over; servers are asked in turn.
 */
final class WorstClients {
  private static final int MANY = 40;
  private static final int MOST_TIMES = 2;

  /** Longer than two looks of a server at what a client has acknowledged. */
  private static final int PAUSE_MILLIS = 500;

  /** The first window of a stream: with one or two bytes Grizzly sends no more than 32 KiB. */
  private static final int FIRST_WINDOW = 100;

  /** Bytes that the kernel, or a stream, takes before its client does. */
  private static final int STEP = 1 << 14;

  private final List<Integer> ports;
  private final String link;
  private final int size;

  /** Whether the request of that number goes over HTTP/2. */
  private final IntPredicate http2;

  private final Work death;

  /** How often each byte of the file was got. */
  private final int[] times;

  private final AtomicInteger asked = new AtomicInteger();

  private WorstClients(List<Integer> ports, String link, Path file, IntPredicate http2, Work death)
      throws IOException {
    this.ports = ports;
    this.link = link;
    this.size = (int) Files.size(file);
    this.http2 = http2;
    this.death = death;
    this.times = new int[size];
  }

  /** A way to try it. */
  private enum Trick {
    AGAIN(1, "whole, again and again", all -> all.untilOver(() -> all.get(0, all.size))),
    AT_ONCE(
        1, "whole, " + MANY + " at once", all -> all.atOnce(MANY, number -> all.get(0, all.size))),
    BUT_LAST_BYTE(
        1,
        "all but the last byte, again and again",
        all -> all.untilOver(() -> all.get(0, all.size - 1))),
    BUT_ONE_BYTE(
        1,
        "all but the first byte and all but the last byte, in turn",
        all -> {
          int[] turn = new int[1];
          all.untilOver(() -> turn[0]++ % 2 == 0 ? all.get(1, all.size) : all.get(0, all.size - 1));
        }),
    HANGS_UP(
        1,
        "whole, and a reset before the last byte",
        all -> all.untilOver(() -> all.take(0, all.size, all.size - 1, () -> {}))),
    HALF(
        1,
        "whole, and a reset in the middle",
        all -> all.untilOver(() -> all.take(0, all.size, all.size / 2, () -> {}))),
    ENDS(
        1,
        "from " + MANY + " places to the end, at once",
        all -> all.atOnce(MANY, number -> all.get(number, all.size))),
    HALVES(
        1,
        MANY + " overlapping halves, at once",
        all -> {
          int half = all.size / 2;
          all.atOnce(MANY, number -> all.get(number * half / MANY, number * half / MANY + half));
        }),
    STREAMS(
        1,
        "from " + MANY + " places to the last byte but one, in streams with small windows",
        WorstClients::streams),
    PAUSES(
        2,
        "whole, with a pause, the rest within a moment, and a reset",
        all -> {
          Work pause = () -> TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
          all.untilOver(() -> all.take(0, all.size, all.size, pause));
        }),
    ALL(2, "all of it at once, over both protocols", WorstClients::othersAtOnce),
    DEATH(
        2,
        "whole, while a server dies",
        all -> all.untilOver(() -> all.take(0, all.size, all.size, all.death)));

    /** Whole files that somebody gets who takes bytes of which the server cannot know. */
    private final int mostWhole;

    private final String told;
    private final Play play;

    Trick(int mostWhole, String told, Play play) {
      this.mostWhole = mostWhole;
      this.told = told;
      this.play = play;
    }
  }

  /** One link, asked for by a trick. */
  @FunctionalInterface
  private interface Play {
    void by(WorstClients all) throws Exception;
  }

  /** A request, which returns the status of its response, or 0. */
  @FunctionalInterface
  private interface Request {
    int send() throws Exception;
  }

  /** One of several. */
  @FunctionalInterface
  private interface Numbered {
    int send(int number) throws Exception;
  }

  /**
   * Plays all tricks, each by a new link, and writes what was got into a table of the run's folder.
   * Nobody may get more bytes than twice the file's.
   *
   * @param servers in words
   * @param death kills one of them, and starts it again
   */
  static void play(
      String servers, List<Integer> ports, Path file, Function<Path, String> links, Work death)
      throws Exception {
    List<String> table = new ArrayList<>();
    SoftAssertions promise = new SoftAssertions();
    for (Trick trick : Trick.values()) {
      StringBuilder row =
          new StringBuilder("| %s | %d | %s |".formatted(servers, Files.size(file), trick.told));
      for (boolean http2 : new boolean[] {false, true}) {
        IntPredicate way = number -> trick == Trick.ALL ? number % 2 == 0 : http2;
        WorstClients all = new WorstClients(ports, links.apply(file), file, way, death);
        trick.play.by(all);
        all.untilOver(() -> all.get(0, all.size - 1));
        all.untilOver(() -> all.get(0, all.size));
        row.append(all.got(trick, promise));
      }
      table.add(row.toString());
      String name = "worst-clients-" + ports.size() + "-" + Files.size(file) + ".md";
      Files.write(Settings.work().resolve(name), table);
    }
    promise.assertAll();
  }

  /** The number of whole files, in whatever pieces, and all bytes as a multiple of one. */
  private String got(Trick trick, SoftAssertions promise) {
    int whole = Arrays.stream(times).min().orElse(0);
    long bytes = Arrays.stream(times).asLongStream().sum();
    String what = trick + " of " + size + " bytes, by " + ports.size() + " servers";
    promise.assertThat(bytes).as(what).isBetween(1L, (long) MOST_TIMES * size);
    promise.assertThat(whole).as(what).isLessThanOrEqualTo(trick.mostWhole);
    return String.format(Locale.ROOT, " %d · %.6f |", whole, (double) bytes / size);
  }

  /** Sends a request again and again, longer than a server that has died owns the link. */
  private void untilOver(Request request) throws Exception {
    int late = 0;
    for (int i = 0; i < 3 * MANY && late < MANY; i++) {
      int status = request.send();
      if (status == 410) {
        return;
      }
      late = status == 0 || status == 503 ? late + 1 : 0;
    }
  }

  private void atOnce(int many, Numbered each) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(many);
    try {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        int number = i;
        all.add(threads.submit(() -> each.send(number)));
      }
      for (Future<Integer> one : all) {
        one.get(5, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Asks for a range, and takes what comes. */
  private int get(int start, int end) throws Exception {
    return take(start, end, end - start, () -> {});
  }

  /**
   * Asks for a range, and resets what is not complete, or was taken in two steps.
   *
   * @param most bytes to take
   * @param between what happens before the rest is taken
   */
  private int take(int start, int end, int most, Work between) throws Exception {
    int number = asked.getAndIncrement();
    int port = ports.get(number % ports.size());
    String range = "bytes=" + start + "-" + (end - 1);
    return http2.test(number)
        ? takeStream(port, range, start, most, between)
        : takeResponse(port, range, start, most, between);
  }

  private int takeResponse(int port, String range, int start, int most, Work between)
      throws Exception {
    int status = 0;
    try (RawConnection connection = RawConnection.withSmallBuffer(port, STEP)) {
      connection.send(RawConnection.get(link, "Range: " + range));
      status = connection.head().status();
      if (status < 400) {
        OutputStream got = from(start);
        connection.bytes(1, got);
        between.run();
        connection.bytes(most - 1, got);
        connection.reset();
      }
    } catch (IOException e) {
      // A server has ended it, or is dead.
    }
    return status;
  }

  private int takeStream(int port, String range, int start, int most, Work between)
      throws Exception {
    int status = 0;
    try (Http2Connection connection =
        Http2Way.PRIOR_KNOWLEDGE.openAt(port, INITIAL_WINDOW_SIZE, FIRST_WINDOW)) {
      Http2Stream stream = connection.get(link, "range", range).withhold();
      try {
        connection.until(() -> stream.ended() || stream.length() > 0);
        status = stream.status();
        if (status < 400) {
          between.run();
          if (most > FIRST_WINDOW) {
            connection.windowUpdate(stream.id(), most - FIRST_WINDOW);
          }
          connection.until(() -> stream.ended() || stream.length() >= most);
          connection.reset(stream, CANCEL);
          connection.sync();
        }
      } finally {
        take(stream, start);
      }
    } catch (IOException e) {
      // A server has ended it, or is dead.
    }
    return status;
  }

  private void take(Http2Stream stream, int start) throws IOException {
    if (stream.status() < 400) {
      from(start).write(new byte[(int) stream.length()]);
    }
  }

  private void othersAtOnce() throws Exception {
    Trick[] others = Arrays.copyOf(Trick.values(), Trick.ALL.ordinal());
    atOnce(
        others.length,
        number -> {
          others[number].play.by(this);
          return 0;
        });
  }

  private void streams() throws Exception {
    int port = ports.get(0);
    try (Http2Connection connection =
        Http2Way.PRIOR_KNOWLEDGE.openAt(port, INITIAL_WINDOW_SIZE, FIRST_WINDOW)) {
      List<Http2Stream> streams = new ArrayList<>();
      int[] granted = new int[MANY];
      for (int i = 0; i < MANY; i++) {
        streams.add(connection.get(link, "range", "bytes=" + i + "-").withhold());
        granted[i] = FIRST_WINDOW;
      }
      boolean moves = true;
      while (moves) {
        connection.sync();
        TimeUnit.MILLISECONDS.sleep(1);
        moves = false;
        for (int i = 0; i < MANY; i++) {
          Http2Stream stream = streams.get(i);
          int left = size - i - 1 - granted[i];
          moves |= !stream.ended() && (stream.length() < granted[i] || left > 0);
          if (!stream.ended() && stream.length() == granted[i] && left > 0) {
            connection.windowUpdate(stream.id(), Math.min(STEP, left));
            granted[i] += Math.min(STEP, left);
          }
        }
      }
      for (int i = 0; i < MANY; i++) {
        take(streams.get(i), i);
        if (!streams.get(i).ended()) {
          connection.reset(streams.get(i), CANCEL);
        }
      }
      connection.sync();
    }
  }

  /** Counts bytes from that position. */
  private OutputStream from(int start) {
    return new OutputStream() {
      private int at = start;

      @Override
      public void write(int one) {
        write(new byte[1], 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) {
        synchronized (times) {
          for (int i = 0; i < length; i++) {
            times[at++]++;
          }
        }
      }
    };
  }
}
