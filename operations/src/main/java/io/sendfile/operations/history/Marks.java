package io.sendfile.operations.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.operations.history.Slots.DamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The last marks, round-robin. Not thread-safe. */
final class Marks {
  /** Length of the form of a mark; a longer text is cut. */
  static final int BYTES = 380;

  /** Number, time, kind, and the lengths of two texts. */
  private static final int FIXED_BYTES = 2 * Long.BYTES + Byte.BYTES + 2 * Short.BYTES;

  private static final int MOST_NAME_BYTES = 63;
  private static final List<Mark.Kind> KINDS = List.of(Mark.Kind.values());

  private final Slots slots;

  /** By their numbers. */
  private final TreeMap<Long, Mark> all = new TreeMap<>();

  private final int damaged;

  Marks(Slots slots) throws IOException {
    this.slots = slots;
    this.damaged = read();
  }

  private int read() throws IOException {
    int unreadable = 0;
    for (int slot = 0; slot < slots.count(); slot++) {
      try {
        ByteBuffer form = slots.read(slot);
        if (form != null) {
          all.put(form.getLong(), read(form));
        }
      } catch (DamagedException e) {
        unreadable++;
      }
    }
    return unreadable;
  }

  /** Slots that were unreadable when the file was opened. */
  int damaged() {
    return damaged;
  }

  void add(Mark mark) throws IOException {
    long number = all.isEmpty() ? 0 : all.lastKey() + 1;
    byte[] who = cut(mark.who(), MOST_NAME_BYTES);
    byte[] text = cut(mark.text(), BYTES - FIXED_BYTES - who.length);
    ByteBuffer form = ByteBuffer.allocate(BYTES);
    form.putLong(number).putLong(mark.at().toEpochMilli()).put((byte) KINDS.indexOf(mark.kind()));
    form.putShort((short) who.length).put(who).putShort((short) text.length).put(text);
    slots.write(Math.floorMod(number, slots.count()), form.flip());
    all.put(number, mark);
    all.headMap(number - slots.count(), true).clear();
  }

  /**
   * The text in UTF-8; one that is too long is cut after a character, and ends with an ellipsis.
   */
  private static byte[] cut(String text, int mostBytes) {
    String kept = text;
    String fitting = text;
    while (fitting.getBytes(UTF_8).length > mostBytes) {
      kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
      fitting = kept + '…';
    }
    return fitting.getBytes(UTF_8);
  }

  /** The last mark; null if there is none. */
  @Nullable Mark last() {
    return all.isEmpty() ? null : all.lastEntry().getValue();
  }

  /** Marks from {@code from} on and before {@code to}, oldest first. */
  List<Mark> between(Instant from, Instant to) {
    return all.values().stream()
        .filter(mark -> !mark.at().isBefore(from) && mark.at().isBefore(to))
        .sorted(Comparator.comparing(Mark::at))
        .toList();
  }

  private static Mark read(ByteBuffer form) {
    Instant at = Instant.ofEpochMilli(form.getLong());
    int kind = form.get();
    String who = text(form);
    return new Mark(at, KINDS.get(Math.floorMod(kind, KINDS.size())), who, text(form));
  }

  private static String text(ByteBuffer form) {
    byte[] bytes = new byte[form.getShort()];
    form.get(bytes);
    return new String(bytes, UTF_8);
  }
}
