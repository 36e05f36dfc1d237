package io.sendfile.links;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.Denial;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Losses;
import io.sendfile.spi.RunningResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lets responses by links begin that are to be used once, and follows them to their ends:
 *
 * <ul>
 *   <li>All bytes that responses on their way may still send count as sent.
 *   <li>A position is sent by two responses at a time only if the later one begins behind the
 *       beginning of the other, as the connections of a download manager do.
 *   <li>A response that goes on where another one has arrived ends that.
 *   <li>A request that comes too early waits, without a thread, for the ends of earlier responses.
 * </ul>
 *
 * <p>All of it happens on one thread, which waits for nothing; others call the store.
 */
final class LinkLedger {
  /** Longest wait of a request. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Pause before another look at a link by which another server sends. */
  static final Duration PAUSE = Duration.ofMillis(250);

  /**
   * Pause between two looks at the store, and two writes of a use that is not over or not written.
   */
  static final Duration BEAT = Duration.ofSeconds(5);

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");

  private static final Denial USED =
      new Denial(DenialReason.USED, ": its link is over; make another one");

  private static final Denial TWICE =
      new Denial(
          DenialReason.USED,
          ": with these bytes its link would have sent the file more than twice; make another one");

  private static final Denial SENDING =
      later(
          "by its link the same bytes are being sent, or all that are left; it is for one client");

  private static final Denial ELSEWHERE =
      later(
          "another server sends by its link, or has died a moment ago; balancers should send a path"
              + " always to the same server");

  private static final Denial UNANSWERED =
      later("the use of its link could not be recorded within 2 s");

  private final LinkStore store;
  private final Losses losses;
  private final BooleanSupplier serverRuns;
  private final Turns thread;
  private final Executor calls;
  private final Map<String, Uses> inUse = new HashMap<>();
  private CompletableFuture<Void> look = CompletableFuture.completedFuture(null);

  /** The ledger's thread. */
  @FunctionalInterface
  interface Turns {
    /**
     * Runs a task on it, after others.
     *
     * @param delay zero for at once
     * @return false if there is no such thread any more
     */
    boolean run(Duration delay, Runnable task);
  }

  /**
   * @param losses told whether the store works
   * @param serverRuns false while the server around starts or stops, when a failure is no fault
   * @param calls threads that may wait
   */
  LinkLedger(
      LinkStore store, Losses losses, BooleanSupplier serverRuns, Turns thread, Executor calls) {
    this.store = store;
    this.losses = losses;
    this.serverRuns = serverRuns;
    this.thread = thread;
    this.calls = calls;
  }

  private static Denial later(String why) {
    return new Denial(DenialReason.NOT_NOW, ": " + why);
  }

  /** Begins to remember. */
  void open() {
    CompletableFuture<Void> unused = look();
    thread.run(BEAT, this::open);
  }

  /** Has the store look for news, or become open; one look at a time. Waits for nothing. */
  synchronized CompletableFuture<Void> look() {
    if (look.isDone()) {
      Callable<Boolean> refresh =
          () -> {
            store.refresh();
            return true;
          };
      look = CompletableFuture.runAsync(() -> called(refresh, done -> {}, why -> {}).run(), calls);
    }
    return look;
  }

  /** Calls the store, which may wait, and returns the next step. */
  private <T> Runnable called(Callable<T> call, Consumer<T> then, Consumer<String> failed) {
    try {
      T result = call.call();
      losses.works();
      return () -> then.accept(result);
    } catch (Exception | Error e) {
      String why = String.valueOf(e.getMessage());
      tell(e, why);
      return () -> failed.accept(why);
    }
  }

  private void tell(Throwable e, String why) {
    if (!(e instanceof IOException)) {
      log(e);
    }
    if (serverRuns.getAsBoolean()) {
      String which = store.isOpen() ? "link that is to be used once" : "link";
      losses.fails(why + ", so no " + which + " is answered");
    }
  }

  private static void log(Throwable e) {
    try {
      LOG.log(Level.WARNING, "sendfile: the ledger of links failed", e);
    } catch (RuntimeException | Error full) {
      // No memory is left for the log.
    }
  }

  private boolean now(Runnable task) {
    return thread.run(Duration.ZERO, task);
  }

  /** One response by a link that is to be used once. */
  Delivery delivery(Link link) {
    return new Response(link);
  }

  /** One response: it waits, goes out, and ends. */
  private final class Response implements Delivery {
    private final Link link;
    private final CompletableFuture<@Nullable Denial> answer = new CompletableFuture<>();
    private Delivered planned = new Delivered("", 0, List.of());
    private @Nullable RunningResponse running;

    Response(Link link) {
      this.link = link;
    }

    @Override
    public CompletableFuture<@Nullable Denial> begins(
        Delivered positions, RunningResponse response) {
      planned = positions;
      running = response;
      if (!now(() -> inUse.computeIfAbsent(link.id(), id -> new Uses(link)).ask(this))) {
        answer.complete(UNANSWERED);
      }
      return answer;
    }

    @Override
    public void ended(Delivered delivered, long sentBytes) {
      Delivered ofVersion = new Delivered(planned.etag(), planned.size(), delivered.spans());
      now(
          () -> {
            Uses of = inUse.get(link.id());
            if (of != null) {
              of.ended(this, ofVersion, sentBytes);
            }
          });
    }

    long bytes() {
      return planned.spans().stream().mapToLong(span -> span.end() - span.start()).sum();
    }

    private long start() {
      return planned.spans().stream().mapToLong(Span::start).min().orElse(0);
    }

    private long end() {
      return planned.spans().stream().mapToLong(Span::end).max().orElse(0);
    }

    /** Whether it has to wait for the end of a response that was begun before. */
    boolean waitsFor(Response before) {
      return start() < before.end()
          && before.start() < end()
          && (start() <= before.start() || goesOnFrom(before));
    }

    /** Whether it asks for the rest of a response that has come as far. */
    boolean goesOnFrom(Response before) {
      RunningResponse of = before.running;
      return of != null
          && planned.spans().size() == 1
          && before.planned.spans().size() == 1
          && start() > before.start()
          && end() >= before.end()
          && start() <= before.start() + of.takenBytes();
    }

    void stop() {
      if (running != null) {
        running.end();
      }
    }
  }

  /** The responses by one link. */
  private final class Uses {
    private final Link link;
    private final List<Response> running = new ArrayList<>();
    private final List<Response> waiting = new ArrayList<>();

    /** Whether this server may write its use: until then it is to be read. */
    private boolean owned;

    private LinkUse use = LinkUse.NONE;

    /** Whether the store works for it. */
    private boolean busy;

    /** Whether its use is to be written. */
    private boolean behind;

    /** The reason for which requests wait now. */
    private Denial late = SENDING;

    Uses(Link link) {
      this.link = link;
      thread.run(BEAT, this::beat);
    }

    void ask(Response response) {
      waiting.add(response);
      thread.run(
          PATIENCE,
          () -> {
            deny(response, late);
            step();
          });
      step();
    }

    private void deny(Response response, Denial why) {
      if (waiting.remove(response)) {
        response.answer.complete(why);
      }
    }

    /** Has its use written anew: so a store knows that this server lives, or gets it at last. */
    private void beat() {
      if (inUse.get(link.id()) == this) {
        behind = true;
        step();
        thread.run(BEAT, this::beat);
      }
    }

    private void step() {
      waiting.removeIf(response -> response.answer.isDone());
      if (busy) {
        return;
      }
      late = SENDING;
      Response next = owned ? next() : null;
      if (next != null) {
        begin(next);
      } else if (owned && behind) {
        write(running.isEmpty() && waiting.isEmpty() ? Write.LAST : Write.END);
      } else if (!owned && waiting.isEmpty()) {
        inUse.remove(link.id(), this);
      } else if (!owned) {
        work(
            () -> store.read(link),
            this::read,
            why -> List.copyOf(waiting).forEach(each -> deny(each, unrecorded(why))));
      }
    }

    private <T> void work(Callable<T> call, Consumer<T> then, Consumer<String> failed) {
      busy = true;
      late = UNANSWERED;
      calls.execute(
          () -> {
            Runnable result = called(call, then, failed);
            now(
                () -> {
                  busy = false;
                  result.run();
                  step();
                });
          });
    }

    private void read(Optional<LinkUse> found) {
      if (found.isEmpty()) {
        lookLater();
        return;
      }
      use = found.get();
      owned = true;
      // It is owned until it is written.
      behind = true;
    }

    /** Another server sends by the link. */
    private void lookLater() {
      busy = true;
      late = ELSEWHERE;
      thread.run(
          PAUSE,
          () -> {
            busy = false;
            step();
          });
    }

    private static Denial unrecorded(String why) {
      return later("the use of its link cannot be recorded: " + why);
    }

    /** The first response that may begin; denies those that never may. */
    private @Nullable Response next() {
      if (use.over()) {
        List.copyOf(waiting).forEach(response -> deny(response, USED));
      }
      for (Response response : List.copyOf(waiting)) {
        running.stream().filter(response::goesOnFrom).toList().forEach(Response::stop);
        boolean allowed = use.allows(response.bytes(), response.planned.size(), runningBytes());
        if (allowed && running.stream().noneMatch(response::waitsFor)) {
          return response;
        }
        if (!allowed && running.isEmpty()) {
          deny(response, TWICE);
        }
      }
      return null;
    }

    private long runningBytes() {
      return running.stream().mapToLong(Response::bytes).sum();
    }

    private void begin(Response response) {
      LinkUse begun = use.begun(response.planned).charged(runningBytes() + response.bytes());
      Runnable begins =
          () -> {
            waiting.remove(response);
            // Others may have ended meanwhile.
            use = use.begun(response.planned);
            if (response.answer.complete(null)) {
              running.add(response);
            } else {
              // Its client has left meanwhile.
              behind = true;
            }
          };
      write(begun, Write.BEGIN, begins, why -> deny(response, unrecorded(why)));
    }

    private void write(Write kind) {
      Runnable done = () -> owned = kind != Write.LAST;
      write(use.charged(runningBytes()), kind, done, why -> {});
    }

    private void write(LinkUse now, Write kind, Runnable then, Consumer<String> failed) {
      behind = false;
      work(
          () -> store.write(link, now, kind),
          written -> {
            if (written) {
              then.run();
            } else {
              lost();
            }
          },
          failed);
    }

    /** Another server has taken it over, and has counted all that runs here as sent. */
    private void lost() {
      owned = false;
      running.forEach(Response::stop);
      running.clear();
      lookLater();
    }

    void ended(Response response, Delivered acknowledged, long sentBytes) {
      if (running.remove(response)) {
        use = use.ended(acknowledged, sentBytes);
        behind = true;
        if (use.over()) {
          running.forEach(Response::stop);
        }
        step();
      }
    }
  }
}
