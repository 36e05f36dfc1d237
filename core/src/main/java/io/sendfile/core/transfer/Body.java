package io.sendfile.core.transfer;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.Literal;
import io.sendfile.core.content.Segment;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.Source;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the segments of one response body. Owns its source. One thread at a time; {@link
 * #close} may come from any thread once no other call runs.
 */
public final class Body implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final Source source;
  private final List<Segment> segments;
  private final boolean temporary;
  private final long length;
  private int index;
  private long offset;
  private long sent;

  /** Cached, because lists need it for all transfers again and again. */
  private @Nullable String range;

  /** A body of these segments of this source, from the start. */
  public Body(Source source, List<Segment> segments) {
    this(source, segments, false);
  }

  /**
   * A body of these segments of this source, from the start.
   *
   * @param temporary whether it is a file that is deleted when all of it has been sent
   */
  public Body(Source source, List<Segment> segments, boolean temporary) {
    this.source = source;
    this.segments = segments;
    this.temporary = temporary;
    this.length = Segment.total(segments);
  }

  /** Total bytes. */
  public long length() {
    return length;
  }

  /** Its bytes of the source, as in {@code 0-99,500-599}; empty for all of them. */
  String range() {
    String known = range;
    if (known == null) {
      known = ranges();
      range = known;
    }
    return known;
  }

  private String ranges() {
    StringJoiner ranges = new StringJoiner(",");
    for (Segment segment : segments) {
      if (segment instanceof FileSlice slice && slice.length() < source.size()) {
        ranges.add(slice.positions());
      }
    }
    return ranges.toString();
  }

  /** Bytes of the source when it was opened. */
  long sourceSize() {
    return source.size();
  }

  /** Positions in the source of the first bytes of this body. */
  List<Span> spans(long bytes) {
    return spans(segments, bytes);
  }

  /** Positions in the source of the first bytes of these segments. */
  public static List<Span> spans(List<Segment> segments, long bytes) {
    List<Span> spans = new ArrayList<>();
    long left = bytes;
    for (Segment segment : segments) {
      long length = Math.min(left, segment.length());
      if (length > 0 && segment instanceof FileSlice slice) {
        spans.add(new Span(slice.position(), slice.position() + length));
      }
      left -= length;
    }
    return spans;
  }

  long sent() {
    return sent;
  }

  /** Bytes of the source that were given to the sink; after the end of its transfer. */
  public long sentOfSource() {
    return spans(sent).stream().mapToLong(span -> span.end() - span.start()).sum();
  }

  long remaining() {
    return length - sent;
  }

  /** Marks every byte as sent, for a small body that was written together with its header. */
  public void skipAll() {
    index = segments.size();
    sent = length;
  }

  /** The extent of a file to be sent next; null if the next byte is not in a file. */
  @Nullable Stretch extent() throws IOException {
    return segments.get(index) instanceof FileSlice slice
        ? source.extent(slice.position() + offset, slice.length() - offset)
        : null;
  }

  /** Prepares the next byte; false if files have to be read for it. */
  boolean prepare() throws IOException {
    if (!(segments.get(index) instanceof FileSlice slice)) {
      return true;
    }
    source.readsTo(slice.end());
    return source.prepare(slice.position() + offset);
  }

  Source source() {
    return source;
  }

  /** Sends at most {@code max} bytes of the current segment; 0 when none could go. */
  long sendSome(TransferSink sink, long max) throws IOException {
    Segment segment = segments.get(index);
    long wanted = Math.min(max, segment.length() - offset);
    long n;
    if (segment instanceof FileSlice slice) {
      n = source.sendTo(sink, slice.position() + offset, wanted);
    } else {
      ByteBuffer rest = ((Literal) segment).bytes().duplicate();
      rest.position(rest.position() + (int) offset);
      n = sink.send(rest.limit(rest.position() + (int) wanted));
    }
    advance(segment, n);
    return n;
  }

  private void advance(Segment segment, long n) {
    sent += n;
    offset += n;
    if (offset == segment.length()) {
      index++;
      offset = 0;
    }
  }

  /** Whether a file has become too short for the rest of this body, or was replaced. */
  boolean sourceChanged() throws IOException {
    return index < segments.size()
        && segments.get(index) instanceof FileSlice slice
        && source.lacks(slice.end());
  }

  /**
   * Whether the next byte of the source is there, if it is one of the source.
   *
   * @throws IOException if it cannot be read
   */
  boolean sourceReadable() throws IOException {
    return !(index < segments.size() && segments.get(index) instanceof FileSlice slice)
        || source.isReadable(slice.position() + offset);
  }

  /** Closes the source; deletes the file, too, if it is temporary and the outcome complete. */
  public void close(Outcome outcome) {
    if (temporary && outcome == Outcome.COMPLETED && source instanceof OpenFile file) {
      file.closeDeleted(
          e ->
              LOG.log(
                  Level.WARNING,
                  e,
                  () ->
                      "sendfile: temporary file '"
                          + file.relativePath()
                          + "' in root '"
                          + file.root().name()
                          + "' was sent but cannot be deleted; the server's user needs write"
                          + " permission on its folder"));
    } else {
      close();
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
