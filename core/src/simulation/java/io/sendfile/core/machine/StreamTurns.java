package io.sendfile.core.machine;

import io.sendfile.core.transfer.ConnectionTurns;
import io.sendfile.core.transfer.TransferState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The order of the streams of one HTTP/2 connection: one after the other, or all at a time. */
final class StreamTurns {
  private final boolean incremental;
  private final List<Stream> streams = new ArrayList<>();

  private enum State {
    RESTS,
    WANTS,
    GOES,
    GONE
  }

  StreamTurns(boolean incremental) {
    this.incremental = incremental;
  }

  ConnectionTurns next(Supplier<@Nullable TransferState> of) {
    return new Stream(of);
  }

  /** Whether some wait for a stream that waits itself, for a reason that is not theirs. */
  boolean keepsOthersWaiting() {
    boolean some = streams.stream().anyMatch(stream -> stream.state == State.WANTS);
    return some && streams.stream().anyMatch(Stream::waitsAlone);
  }

  boolean isEmpty() {
    return streams.isEmpty();
  }

  /** Whether some stream has a turn to give. */
  boolean someGo() {
    return streams.stream().anyMatch(stream -> stream.state == State.GOES);
  }

  private void grant() {
    List<Runnable> next = new ArrayList<>();
    boolean before = false;
    for (Stream stream : streams) {
      if (stream.state == State.WANTS && (incremental || !before)) {
        stream.state = State.GOES;
        next.add(stream.turn);
      }
      before |= stream.state == State.GOES || stream.state == State.WANTS;
    }
    next.forEach(Runnable::run);
  }

  private final class Stream implements ConnectionTurns {
    private final Supplier<@Nullable TransferState> of;
    private State state = State.RESTS;
    private Runnable turn = () -> {};

    Stream(Supplier<@Nullable TransferState> of) {
      this.of = of;
    }

    private boolean waitsAlone() {
      TransferState now = of.get();
      return state == State.GOES
          && (now == TransferState.WAITING_RATE || now == TransferState.WAITING_DISK);
    }

    @Override
    public void wantsTurn(Runnable newTurn) {
      if (state == State.GONE) {
        return;
      }
      if (!streams.contains(this)) {
        streams.add(this);
      }
      turn = newTurn;
      state = State.WANTS;
      grant();
    }

    @Override
    public void rests() {
      if (state == State.GOES) {
        state = State.RESTS;
        grant();
      }
    }

    @Override
    public void leaves() {
      state = State.GONE;
      streams.remove(this);
      grant();
    }
  }
}
