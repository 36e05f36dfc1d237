package io.sendfile.core.machine;

import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.http2.SentFrames;
import io.sendfile.grizzly.http2.StreamOrder;
import io.sendfile.spi.Outcome;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rules of every schedule of the edge: after each step, whenever all threads rest, and at the end.
 * Those about bytes are with the {@link EdgeClient}, others about calls and acknowledgements with
 * the {@link EdgeDownload}.
 */
final class EdgeRules {
  /**
   * A rule.
   *
   * @param broken tells by what it is broken; null while it holds
   */
  private record Rule(String name, Supplier<@Nullable Object> broken) {}

  private final EdgeSchedule schedule;

  private final List<Rule> always =
      List.of(
          noDownload(
              "a transfer ends once, with one report",
              each -> each.told > 1 || each.ends > 1 || each.deliveries > 1),
          noDownload(
              "a completed transfer has sent all",
              each ->
                  each.outcome() == Outcome.COMPLETED
                      && (each.got() != each.length || each.result.bytes() != each.length)),
          new Rule("no book is below zero", () -> usage(-1)));

  private final List<Rule> atRest =
      List.of(
          noDownload("no transfer waits for a socket with room", this::isForgottenBySocket),
          noDownload(
              "no transfer waits for a closed connection",
              each -> each.waits() && each.stream == null && !each.connection.isOpen()),
          noDownload("no transfer waits for bytes that have gone", this::isForgottenByWrite),
          noDownload("no stream waits for others that rest", this::isForgottenByStreams),
          new Rule("no stream waits for a turn that nobody has", this::heldTurns));

  private final List<Rule> atTheEnd =
      List.of(
          noDownload(
              "every end is told, and every request released",
              each ->
                  each.begins()
                      && (each.told != 1
                          || each.ends != 1
                          || (each.resolved && each.deliveries != 1)
                          || each.isHeld())),
          noDownload("a file is closed", each -> !each.file.isClosed()),
          noDownload(
              "nothing that was cut looks complete",
              each ->
                  each.result != null
                      && each.outcome() != Outcome.COMPLETED
                      && (each.stream == null ? each.connection : each.stream).isOpen()),
          new Rule("no place or memory is held", () -> usage(1)),
          new Rule("no stream is watched, or in the order of turns", this::keptStreams),
          new Rule("the poller waits for nobody", this::waits),
          new Rule("the poller keeps no closed socket", this::keptSocket),
          new Rule("no queue is followed", this::followed));

  EdgeRules(EdgeSchedule schedule) {
    this.schedule = schedule;
  }

  private Rule noDownload(String name, Predicate<EdgeDownload> broken) {
    return new Rule(
        name, () -> schedule.downloads().stream().filter(broken).findFirst().orElse(null));
  }

  private void check(List<Rule> rules) {
    for (Rule rule : rules) {
      Object broken = rule.broken().get();
      if (broken != null) {
        schedule.world.breach(rule.name() + ": " + broken);
      }
    }
  }

  void always() {
    check(always);
  }

  void atRest() {
    check(atRest);
  }

  void atTheEnd() {
    check(atTheEnd);
  }

  /** The books of the engine, if one of them has that sign. */
  private @Nullable Object usage(int sign) {
    LimitUsage now = schedule.engine().scheduler().usage();
    boolean some =
        sign * now.active() > 0 || sign * now.waiting() > 0 || sign * now.heldBytes() > 0;
    return some ? now : null;
  }

  private boolean isForgottenBySocket(EdgeDownload each) {
    boolean forgotten =
        schedule.selectors().pollerWaits()
            && each.waits()
            && each.stream == null
            && each.connection.isOpen()
            && !each.connection.hasQueue()
            && each.connection.socket().isWritable();
    // The time of a wake-up is rounded up.
    return each.forgottenFor(forgotten) > World.MILLI;
  }

  private boolean isForgottenByWrite(EdgeDownload each) {
    return each.waits()
        && each.stream != null
        && each.stream.isOpen()
        && !each.stream.hasQueue()
        && !each.connection.hasQueue();
  }

  private boolean isForgottenByStreams(EdgeDownload each) {
    return each.stream != null
        && each.state() == TransferState.WAITING_TURN
        && !schedule.machine.workersAreBusy()
        && schedule.threads.begun().isEmpty()
        && schedule.downloads().stream()
            .noneMatch(
                other ->
                    other != each
                        && other.connection == each.connection
                        && other.isLive()
                        && other.state() != TransferState.QUEUED
                        && other.state() != TransferState.WAITING_TURN);
  }

  private @Nullable Object heldTurns() {
    for (EdgeConnection each : schedule.connections()) {
      List<String> states =
          ordered(each).stream().map(stream -> "" + field(stream, "state")).toList();
      if (states.contains("WANTS") && !states.contains("GOES")) {
        return each;
      }
    }
    return null;
  }

  private static Collection<?> ordered(EdgeConnection of) {
    return (Collection<?>) field(StreamOrder.of(of), "streams");
  }

  private @Nullable Object keptStreams() {
    for (EdgeConnection each : schedule.connections()) {
      if (each.isOpen() && SentFrames.watched(each) + ordered(each).size() > 0) {
        return each;
      }
    }
    return null;
  }

  private @Nullable Object waits() {
    Object waiting = field(schedule.poller(), "waiting");
    return waiting.toString().equals("0") ? null : waiting;
  }

  private @Nullable Object keptSocket() {
    return schedule.selectors().closed();
  }

  private @Nullable Object followed() {
    Object queues = schedule.queues().real();
    Collection<?> followed = (Collection<?>) field(queues, "followed");
    return followed.isEmpty() ? null : followed;
  }

  /** Fields that the product shows nobody. */
  private static Object field(Object of, String name) {
    try {
      Field field = of.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
