package io.sendfile.grizzly.filter;

import java.util.concurrent.atomic.AtomicReference;

/**
 * State of one request between its application and its transfer, which finish in any order. Each
 * method is one atomic step. Thread-safe.
 */
final class RequestGate {
  private enum State {
    /** No transfer. */
    OPEN,
    /** A transfer runs; the application has not returned. */
    SENDING,
    /** A transfer runs; the application has returned, and the server ends its part. */
    ENDING,
    /** A transfer runs; the application has returned. */
    HELD,
    /** The transfer has finished. */
    DONE
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

  /** A transfer answers the request. */
  void transferStarts() {
    state.set(State.SENDING);
  }

  /** Whether a transfer runs. */
  boolean sending() {
    State now = state.get();
    return now != State.OPEN && now != State.DONE;
  }

  /** Whether the transfer has finished. */
  boolean done() {
    return state.get() == State.DONE;
  }

  /** The application has returned; false unless a transfer runs. */
  boolean end() {
    return state.compareAndSet(State.SENDING, State.ENDING);
  }

  /** The server has ended its part; false if the transfer has finished since {@link #end}. */
  boolean hold() {
    return state.compareAndSet(State.ENDING, State.HELD);
  }

  /**
   * The transfer has finished.
   *
   * @return whether the request is held, and the caller has to resume it
   */
  boolean transferFinished() {
    return state.getAndSet(State.DONE) == State.HELD;
  }
}
