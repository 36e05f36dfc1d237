package io.sendfile.grizzly.http2;

import io.sendfile.core.http.Priority;
import io.sendfile.core.transfer.ConnectionTurns;
import io.sendfile.grizzly.sockets.ConnectionAttribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.glassfish.grizzly.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the transfers of one HTTP/2 connection get turns (RFC 9218 section 10). The
 * most urgent ones come first. Among those, incremental transfers share the turns, and the others
 * follow one another in the order of their requests. A transfer that cannot send for a reason of
 * its own, such as its rate or the window of its stream, lets the next ones pass. Thread-safe; no
 * lock is held while a turn is granted.
 */
public final class StreamOrder {
  /** Most streams without a transfer whose last update is remembered. */
  static final int MOST_UPDATES = 128;

  private static final ConnectionAttribute<StreamOrder> ORDER =
      new ConnectionAttribute<>(StreamOrder.class, StreamOrder::new);

  private final List<Stream> streams = new ArrayList<>();
  private final Map<Integer, String> updates = new LinkedHashMap<>();

  private enum StreamState {
    RESTS,
    WANTS,
    GOES,
    GONE
  }

  /** The order of a connection, created if missing. */
  public static StreamOrder of(Connection<?> connection) {
    return ORDER.get(connection);
  }

  /**
   * The turns of a new transfer among those of its connection, in effect from its first turn on.
   *
   * @param stream its number, which tells the order of requests
   * @param asked the client's Priority field; null for none
   * @param answered the application's Priority field, which overrides the client's; null for none
   */
  public ConnectionTurns connectionTurns(
      int stream, @Nullable String asked, @Nullable String answered) {
    return new Stream(stream, asked, answered);
  }

  /**
   * The client has changed a priority (RFC 9218 section 7.1), perhaps before the transfer begins.
   *
   * @param asked the value that replaces the Priority field of its request
   */
  public void update(int stream, String asked) {
    synchronized (this) {
      if (streams.stream().noneMatch(each -> each.updatedBy(stream, asked))) {
        updates.remove(stream);
        updates.put(stream, asked);
        if (updates.size() > MOST_UPDATES) {
          updates.remove(updates.keySet().iterator().next());
        }
      }
    }
    grantTurns();
  }

  private void grantTurns() {
    for (Runnable turn : next()) {
      turn.run();
    }
  }

  private synchronized List<Runnable> next() {
    List<Runnable> next = new ArrayList<>();
    for (Stream stream : streams) {
      if (stream.state == StreamState.WANTS && streams.stream().noneMatch(stream::yieldsTo)) {
        stream.state = StreamState.GOES;
        next.add(stream.turn);
      }
    }
    return next;
  }

  private final class Stream implements ConnectionTurns {
    private final int number;
    private final @Nullable String answered;
    private Priority priority;
    private StreamState state = StreamState.RESTS;
    private Runnable turn = () -> {};

    Stream(int number, @Nullable String asked, @Nullable String answered) {
      this.number = number;
      this.answered = answered;
      this.priority = Priority.asked(asked).overriddenBy(answered);
    }

    private boolean updatedBy(int updated, String asked) {
      if (number == updated) {
        priority = Priority.asked(asked).overriddenBy(answered);
      }
      return number == updated;
    }

    private boolean yieldsTo(Stream other) {
      if (other.state == StreamState.RESTS) {
        return false;
      }
      return priority.urgency() == other.priority.urgency()
          ? !priority.incremental() && !other.priority.incremental() && number > other.number
          : priority.urgency() > other.priority.urgency();
    }

    @Override
    public void wantsTurn(Runnable newTurn) {
      synchronized (StreamOrder.this) {
        if (state == StreamState.GONE) {
          return;
        }
        if (!streams.contains(this)) {
          streams.add(this);
          String update = updates.remove(number);
          if (update != null) {
            updatedBy(number, update);
          }
        }
        turn = newTurn;
        state = StreamState.WANTS;
      }
      grantTurns();
    }

    @Override
    public void rests() {
      synchronized (StreamOrder.this) {
        if (state != StreamState.GOES) {
          return;
        }
        state = StreamState.RESTS;
      }
      grantTurns();
    }

    @Override
    public void leaves() {
      synchronized (StreamOrder.this) {
        state = StreamState.GONE;
        streams.remove(this);
      }
      grantTurns();
    }
  }
}
