package io.sendfile.links;

import io.sendfile.links.LinkStore.Write;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.PathResolver.Delivery;
import io.sendfile.spi.PathResolver.Denial;
import io.sendfile.spi.PathResolver.Denial.Reason;
import io.sendfile.spi.PathResolver.RunningResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
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
 * <p>All of it happens on one thread, which waits for nothing.
 */
final class LinkLedger {
  /** Longest wait of a request. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Until a link is looked at again by which another server sends. */
  static final Duration PAUSE = Duration.ofMillis(250);

  /** Until an end is written again after a failure. */
  static final Duration REST = Duration.ofSeconds(5);

  private static final Denial USED =
      new Denial(Reason.USED, ": its link is over; make another one");

  private static final Denial TWICE =
      new Denial(
          Reason.USED,
          ": with these bytes its link would have sent the file more than "
              + LinkUse.MOST_TIMES
              + " times; make another one");

  private static final Denial SENDING =
      new Denial(
          Reason.NOT_NOW,
          ": by its link the same bytes are being sent, or all that are left; it is for one client");

  private static final Denial ELSEWHERE =
      new Denial(
          Reason.NOT_NOW,
          ": another server sends by its link, or has died a moment ago; balancers should send a"
              + " path always to the same server");

  private static final Denial UNANSWERED =
      new Denial(
          Reason.NOT_NOW,
          ": the use of its link could not be recorded within " + PATIENCE.toSeconds() + " s");

  private final LinkStore store;
  private final Turns thread;
  private final Map<String, Uses> inUse = new HashMap<>();

  /** The ledger's thread. */
  @FunctionalInterface
  interface Turns {
    /**
     * Runs a task on it, after others.
     *
     * @param delay zero for at once
     */
    void run(Duration delay, Runnable task);
  }

  LinkLedger(LinkStore store, Turns thread) {
    this.store = store;
    this.thread = thread;
  }

  /** Begins to remember. */
  void open() {
    store.open(id -> now(() -> lost(id)));
  }

  private void now(Runnable task) {
    thread.run(Duration.ZERO, task);
  }

  private void lost(String id) {
    Uses of = inUse.get(id);
    if (of != null) {
      of.lost();
    }
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
      now(() -> inUse.computeIfAbsent(link.id(), id -> new Uses(link)).ask(this));
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

    /** Null until it is read, or if another server sends by the link. */
    private @Nullable LinkUse use;

    /** Whether the store works for it. */
    private boolean busy;

    /** Whether its use is not written yet. */
    private boolean behind;

    /** Whether a failure was a moment ago. */
    private boolean resting;

    /** Why requests wait that wait now. */
    private Denial late = SENDING;

    Uses(Link link) {
      this.link = link;
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

    private void step() {
      waiting.removeIf(response -> response.answer.isDone());
      LinkUse now = use;
      if (busy) {
        return;
      }
      late = SENDING;
      if (now == null) {
        if (!waiting.isEmpty()) {
          work(
              store.read(link),
              this::read,
              failure -> List.copyOf(waiting).forEach(each -> deny(each, unrecorded(failure))));
        } else if (running.isEmpty()) {
          inUse.remove(link.id(), this);
        }
        return;
      }
      Response next = next(now);
      if (next != null) {
        begin(next, now);
      } else if (behind && !resting) {
        write(now, running.isEmpty() && waiting.isEmpty() ? Write.LAST : Write.END);
      } else if (!behind && running.isEmpty() && waiting.isEmpty()) {
        inUse.remove(link.id(), this);
      }
    }

    private <T> void work(CompletableFuture<T> task, Consumer<T> then, Consumer<Throwable> failed) {
      busy = true;
      late = UNANSWERED;
      var unused =
          task.whenComplete(
              (result, failure) ->
                  now(
                      () -> {
                        busy = false;
                        if (failure == null) {
                          then.accept(result);
                        } else {
                          failed.accept(failure);
                        }
                        step();
                      }));
    }

    private void read(Optional<LinkUse> found) {
      use = found.orElse(null);
      if (use == null) {
        lookLater();
      }
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

    private Denial unrecorded(Throwable failure) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      return new Denial(
          Reason.NOT_NOW, ": the use of its link cannot be recorded: " + cause.getMessage());
    }

    /** The first response that may begin; denies those that never may. */
    private @Nullable Response next(LinkUse now) {
      for (Response response : List.copyOf(waiting)) {
        if (now.over()) {
          deny(response, USED);
          continue;
        }
        running.stream().filter(response::goesOnFrom).toList().forEach(Response::stop);
        boolean allowed = now.allows(response.bytes(), response.planned.size(), runningBytes());
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

    private void begin(Response response, LinkUse before) {
      LinkUse begun = before.begun(response.planned);
      behind = false;
      work(
          store.write(link, begun.charged(runningBytes() + response.bytes()), Write.BEGIN),
          written -> {
            // Others may have ended meanwhile.
            LinkUse now = use;
            if (!written || now == null) {
              lost();
              return;
            }
            waiting.remove(response);
            use = now.begun(response.planned);
            if (response.answer.complete(null)) {
              running.add(response);
            } else {
              // Its client has left meanwhile.
              behind = true;
            }
          },
          failure -> {
            deny(response, unrecorded(failure));
            behind = true;
          });
    }

    private void write(LinkUse now, Write kind) {
      behind = false;
      work(
          store.write(link, now.charged(runningBytes()), kind),
          written -> {
            if (!written) {
              lost();
            } else if (kind == Write.LAST) {
              use = null;
            }
          },
          failure -> {
            behind = true;
            resting = true;
            thread.run(
                REST,
                () -> {
                  resting = false;
                  step();
                });
          });
    }

    /** Another server has taken it over, and has counted all that runs here as sent. */
    private void lost() {
      use = null;
      behind = false;
      running.forEach(Response::stop);
      running.clear();
      if (!busy) {
        lookLater();
      }
    }

    void ended(Response response, Delivered acknowledged, long sentBytes) {
      LinkUse now = use;
      if (!running.remove(response) || now == null) {
        return;
      }
      use = now.ended(acknowledged, sentBytes);
      behind = true;
      if (use.over()) {
        running.forEach(Response::stop);
      }
      step();
    }
  }
}
