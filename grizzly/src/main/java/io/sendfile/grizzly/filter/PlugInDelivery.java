package io.sendfile.grizzly.filter;

import io.sendfile.core.content.Segment;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.grizzly.sockets.SendQueues.Follower;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.Denial;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.RunningResponse;
import io.sendfile.spi.TransferListener;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.glassfish.grizzly.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of one body in the eyes of the plug-in that has resolved its request: it is asked
 * whether the body may go out, and if so told the end, once. To the plug-in it is the body on its
 * way.
 */
final class PlugInDelivery implements RunningResponse {
  private final Delivery plugIn;
  private final HeldRequest held;
  private final ListenerEngine engine;
  private final Function<Connection<?>, @Nullable Follower> queues;

  /** Whether the plug-in has let the body go out, and nobody else will tell it the end. */
  private boolean granted;

  private volatile @Nullable Transfer transfer;
  private volatile @Nullable AcknowledgedEnd acknowledged;
  private volatile boolean ended;

  /**
   * @param queues as of {@link AcknowledgedEnd}
   */
  PlugInDelivery(
      Delivery plugIn,
      HeldRequest held,
      ListenerEngine engine,
      Function<Connection<?>, @Nullable Follower> queues) {
    this.plugIn = plugIn;
    this.held = held;
    this.engine = engine;
    this.queues = queues;
  }

  /**
   * Asks the plug-in.
   *
   * @param refused closes the file of a body that may not go out
   * @return the same decision, a refusal, or one that comes later
   */
  Decision ask(Decision.Send send, Function<Denial, Decision> refused) {
    List<Segment> body = send.plan().segments();
    CompletableFuture<@Nullable Denial> asked = asked(send, Body.spans(body, Segment.total(body)));
    CompletableFuture<Optional<Denial>> answer =
        asked.handle(
            (why, failure) ->
                failure == null
                    ? Optional.ofNullable(why)
                    : Optional.of(
                        new Denial(DenialReason.NOT_NOW, ": its plug-in failed: " + failure)));
    Decision.Later<Optional<Denial>> later =
        new Decision.Later<>(
            "a file by a link",
            send.origin(),
            send.config(),
            release -> {
              release.run();
              return answer;
            },
            denial -> denial.map(refused).orElseGet(() -> granted(send)),
            () -> giveUp(send, asked, answer));
    return answer.isDone() ? later.join() : later;
  }

  private CompletableFuture<@Nullable Denial> asked(Decision.Send send, List<Span> planned) {
    try {
      return plugIn.begins(delivered(send, planned), this);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Decision granted(Decision.Send send) {
    granted = true;
    return send;
  }

  /** Nobody waits for the answer any more. */
  private void giveUp(
      Decision.Send send,
      CompletableFuture<@Nullable Denial> asked,
      CompletableFuture<Optional<Denial>> answer) {
    send.file().close();
    if (!asked.cancel(false) && answer.join().isEmpty()) {
      plugIn.ended(delivered(send, List.of()), 0);
    }
  }

  /** Tells the plug-in that nothing was delivered, unless a transfer tells it. */
  void unlessSent(Decision.Send send) {
    if (granted) {
      granted = false;
      plugIn.ended(delivered(send, List.of()), 0);
    }
  }

  private static Delivered delivered(Decision.Send send, List<Span> spans) {
    return new Delivered(send.plan().etag(), send.file().size(), spans);
  }

  /** A listener of the transfer of the body, which tells the plug-in its end. */
  TransferListener listener(Decision.Send send, Body body) {
    granted = false;
    if (held.isStream()) {
      // Streams share their connection: what the client has of one is not known.
      return result -> plugIn.ended(result.delivered(), body.sentOfSource());
    }
    long stallSeconds = send.config().settings().number(Setting.STALL_TIMEOUT_SECONDS);
    AcknowledgedEnd end =
        new AcknowledgedEnd(
            queues,
            delivered -> plugIn.ended(delivered, body.sentOfSource()),
            engine.scheduler().timer(),
            engine::nanoTime,
            body.length(),
            TimeUnit.SECONDS.toNanos(stallSeconds));
    held.awaits(end);
    acknowledged = end;
    return end::finished;
  }

  /** The scheduler has the transfer of the body: from now on it can be ended. */
  void begins(Transfer begun) {
    transfer = begun;
    if (ended) {
      end();
    }
  }

  @Override
  public long takenBytes() {
    Transfer begun = transfer;
    return begun == null ? 0 : begun.taken();
  }

  @Override
  public void end() {
    ended = true;
    Transfer begun = transfer;
    AcknowledgedEnd end = acknowledged;
    if (begun != null && !begun.end(Outcome.CLIENT_ABORTED) && end != null) {
      end.giveUp();
    }
  }
}
