package io.sendfile.grizzly.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.http2.ReceivedFrames.FrameReader;
import io.sendfile.grizzly.http2.ReceivedFrames.FrameReader.FramePiece;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.junit.jupiter.api.Test;

/** Frames that are not for Grizzly are recognised wherever reads begin and end. */
class FrameReaderTest {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int WINDOW_UPDATE = 8;
  private static final int PRIORITY_UPDATE = 16;
  private static final int OLDER = 5;

  private static byte[] frame(int type, int stream, int length) {
    ByteBuffer frame = ByteBuffer.allocate(9 + length);
    return frame.putInt(length << 8 | type).put((byte) 0).putInt(stream).array();
  }

  private static byte[] connection(byte[]... frames) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes("SM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    for (byte[] frame : frames) {
      all.writeBytes(frame);
    }
    return all.toByteArray();
  }

  /** The bytes that reach Grizzly, read by read, for reads of that size. */
  private static List<byte[]> pieces(byte[] bytes, int part) {
    List<byte[]> reads = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += part) {
      reads.add(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + part)));
    }
    return pieces(reads);
  }

  private static List<byte[]> pieces(List<byte[]> reads) {
    List<byte[]> pieces = new ArrayList<>();
    FrameReader frames = new FrameReader(false);
    for (byte[] read : reads) {
      MemoryManager<?> memory = MemoryManager.DEFAULT_MEMORY_MANAGER;
      Buffer rest = frames.withHeldBack(Buffers.wrap(memory, read), memory);
      while (rest.hasRemaining()) {
        int cut = frames.look(rest);
        Buffer next = rest.split(cut);
        if (!next.hasRemaining()) {
          frames.holdBackPartOfHeader(rest);
        }
        byte[] piece = new byte[rest.remaining()];
        rest.get(piece);
        if (piece.length > 0 && frames.piece() == FramePiece.OTHER) {
          pieces.add(piece);
        }
        rest = next;
      }
    }
    return pieces;
  }

  private static byte[] joined(List<byte[]> pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(all::writeBytes);
    return all.toByteArray();
  }

  @Test
  void windowUpdatesOfStreamsAreLeftOut() {
    byte[] sent =
        connection(
            frame(SETTINGS, 0, 6),
            frame(HEADERS, 7, 10),
            frame(WINDOW_UPDATE, OLDER, 4),
            frame(WINDOW_UPDATE, OLDER, 4),
            frame(DATA, 7, 20_000),
            frame(WINDOW_UPDATE, OLDER, 4));

    assertThat(joined(pieces(sent, sent.length)))
        .isEqualTo(
            connection(frame(SETTINGS, 0, 6), frame(HEADERS, 7, 10), frame(DATA, 7, 20_000)));
  }

  @Test
  void thoseOfStreamThatWasNeverOpenedAreNot() {
    byte[] sent = connection(frame(HEADERS, 3, 10), frame(WINDOW_UPDATE, OLDER, 4));

    assertThat(joined(pieces(sent, sent.length))).isEqualTo(sent);
  }

  @Test
  void everythingElsePassesUnchangedHoweverItIsRead() {
    byte[] sent =
        connection(
            frame(SETTINGS, 0, 6),
            frame(WINDOW_UPDATE, 0, 4),
            frame(WINDOW_UPDATE, 7, 4),
            frame(WINDOW_UPDATE, 9, 5),
            frame(HEADERS, 7, 10),
            frame(DATA, OLDER, 100),
            frame(RST_STREAM, OLDER, 4),
            frame(SETTINGS, 0, 0));

    for (int atOnce = 1; atOnce <= sent.length; atOnce++) {
      assertThat(joined(pieces(sent, atOnce))).isEqualTo(sent);
    }
  }

  @Test
  void streamAndIncrementAreRead() {
    byte[] update = frame(WINDOW_UPDATE, OLDER, 4);
    ByteBuffer.wrap(update).putInt(9, 1234);
    FrameReader frames = new FrameReader(false);
    MemoryManager<?> memory = MemoryManager.DEFAULT_MEMORY_MANAGER;
    Buffer begun = Buffers.wrap(memory, connection(frame(HEADERS, 7, 0)));
    assertThat(frames.look(begun)).isEqualTo(begun.limit());
    assertThat(frames.piece()).isEqualTo(FramePiece.OTHER);
    assertThat(frames.look(Buffers.wrap(memory, update))).isEqualTo(13);
    assertThat(frames.piece()).isEqualTo(FramePiece.WINDOW_UPDATE);
    assertThat(frames.stream()).isEqualTo(OLDER);
    assertThat(frames.increment()).isEqualTo(1234);
  }

  private static byte[] priority(int updated, String field) {
    byte[] frame = frame(PRIORITY_UPDATE, 0, 4 + field.length());
    ByteBuffer.wrap(frame, 9, frame.length - 9)
        .putInt(updated)
        .put(field.getBytes(StandardCharsets.US_ASCII));
    return frame;
  }

  @Test
  void prioritiesAreLeftOutHoweverTheyAreRead() {
    byte[] sent =
        connection(
            priority(9, "u=1"),
            frame(SETTINGS, 0, 6),
            frame(DATA, 7, 20),
            priority(OLDER, ""),
            frame(RST_STREAM, OLDER, 4));
    byte[] mended =
        connection(frame(SETTINGS, 0, 6), frame(DATA, 7, 20), frame(RST_STREAM, OLDER, 4));
    for (int atOnce = 1; atOnce <= sent.length; atOnce++) {
      assertThat(joined(pieces(sent, atOnce))).as("%d bytes at once", atOnce).isEqualTo(mended);
    }
  }

  @Test
  void streamAndFieldOfPriorityAreRead() {
    FrameReader frames = new FrameReader(false);
    MemoryManager<?> memory = MemoryManager.DEFAULT_MEMORY_MANAGER;
    frames.look(Buffers.wrap(memory, connection()));
    frames.look(Buffers.wrap(memory, priority(OLDER, "u=5, i")));
    assertThat(frames.piece()).isEqualTo(FramePiece.PRIORITY_UPDATE);
    assertThat(frames.stream()).isEqualTo(OLDER);
    assertThat(frames.field()).isEqualTo("u=5, i");
  }

  @Test
  void prioritiesThatAreMalformedOrTooLongPass() {
    byte[] sent =
        connection(
            frame(PRIORITY_UPDATE, 0, 3),
            frame(PRIORITY_UPDATE, 1, 4),
            priority(1, "u=1, x=\"" + "x".repeat(FrameReader.MOST_FIELD) + '"'));

    assertThat(joined(pieces(sent, sent.length))).isEqualTo(sent);
  }

  @Test
  void theyAreFoundHoweverTheyAreRead() {
    byte[] sent =
        connection(
            frame(HEADERS, 7, 10),
            frame(DATA, 7, 50),
            frame(WINDOW_UPDATE, OLDER, 4),
            frame(DATA, 7, 20));
    byte[] mended = connection(frame(HEADERS, 7, 10), frame(DATA, 7, 50), frame(DATA, 7, 20));
    for (int atOnce = 1; atOnce <= sent.length; atOnce++) {
      assertThat(joined(pieces(sent, atOnce))).as("%d bytes at once", atOnce).isEqualTo(mended);
    }
    for (int cut = 1; cut < sent.length; cut++) {
      List<byte[]> reads =
          List.of(Arrays.copyOf(sent, cut), Arrays.copyOfRange(sent, cut, sent.length));
      assertThat(joined(pieces(reads))).as("read up to byte %d first", cut).isEqualTo(mended);
    }
  }
}
