package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.files.Origin;
import io.sendfile.glassfish.files.RefusalReason;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** The last refusals. Thread-safe. */
public final class Refusals {
  /** How many are kept. */
  public static final int KEPT = 200;

  /** Characters of what was asked for that are kept. */
  private static final int ASKED_CHARACTERS = 200;

  private final Deque<Refused> kept = new ArrayDeque<>(KEPT);

  /**
   * One refusal.
   *
   * @param time when
   * @param reason why
   * @param origin what wanted to hand the file off
   * @param client address of the client, without port
   * @param asked what named the file, escaped for a log line and shortened
   * @param detail what is refused, by which rule, and how to mend it; escaped for a log line
   */
  public record Refused(
      Instant time,
      RefusalReason reason,
      Origin origin,
      String client,
      String asked,
      String detail) {
    public Refused {
      asked =
          asked.length() > ASKED_CHARACTERS ? asked.substring(0, ASKED_CHARACTERS) + "…" : asked;
    }
  }

  synchronized void add(Refused refused) {
    if (kept.size() == KEPT) {
      kept.removeFirst();
    }
    kept.addLast(refused);
  }

  /** The newest last. */
  public synchronized List<Refused> list() {
    return Collections.unmodifiableList(new ArrayList<>(kept));
  }
}
