package io.sendfile.grizzly.filter;

import io.sendfile.core.content.Field;
import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.ListBytes;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.transfer.Reservation;
import io.sendfile.core.transfer.TransferScheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;

/**
 * The replacement of the application's response: asked for once, when the header is about to pass,
 * and kept by the {@link Exchange} from then on.
 */
sealed interface HandOff {
  /** Nothing: the response stands. */
  HandOff NONE = new None();

  /** Whatever the application writes from now on is dropped. */
  HandOff BEGUN = new Begun();

  /** See {@link #NONE}. */
  record None() implements HandOff {}

  /**
   * A request by headers of the response, by attributes of its request, or both: a header may go
   * with an attribute, so they are one.
   */
  record Asked(HandOffRequest request) implements HandOff {}

  /** A file that was opened before the request reached the application. */
  record Prepared(Decision.Send answer) implements HandOff {}

  /** An error by which a plug-in has answered in the application's place. */
  record RefusedByPlugIn(Decision.Refuse answer) implements HandOff {}

  /** See {@link #BEGUN}. */
  record Begun() implements HandOff {}

  /** The hand-off of an uncommitted response. This runs for every response. */
  static HandOff of(Exchange exchange, HttpResponsePacket response) {
    List<Field> fields = PacketFields.handOff(response);
    if (Listed.isAsked(response, fields)) {
      return exchange.newList();
    }
    HandOffAttributes attributes = exchange.attributes(fields);
    return fields.isEmpty() && attributes == null
        ? NONE
        : new Asked(HandOffRequest.of(exchange.view(response), fields, attributes));
  }

  /**
   * The files that the body of an application lists, as far as it was written: the members of an
   * archive. It is never sent. Its memory is claimed before it grows; for one thread at a time.
   */
  final class Listed implements HandOff {
    /** Answers where there is no memory for a list. */
    static final Decision.Refuse TOO_MUCH =
        new Decision.Refuse(
            RefusalReason.BUFFERS_FULL,
            "",
            "",
            "lists of archives, and their plans, hold as much memory as max-buffered-bytes allows;"
                + " raise it, or give the JVM more heap");

    private static final int FIRST_BYTES = 4 << 10;

    private final long most;
    private final Reservation claim;

    /** Full ones, before the one that is being filled. */
    private final List<byte[]> parts = new ArrayList<>();

    private byte[] part = new byte[0];
    private int inPart;
    private int length;
    private boolean refused;
    private boolean begun;

    /**
     * An empty list.
     *
     * @param most bytes that may be in it
     */
    Listed(long most, TransferScheduler scheduler) {
      this.most = most;
      this.claim = scheduler.reserveForList(this);
    }

    /**
     * Whether the body of an uncommitted response is such a list.
     *
     * @param fields its hand-off headers
     */
    static boolean isAsked(HttpResponsePacket response, List<Field> fields) {
      return response.getStatus() >= 200
          && response.getStatus() <= 299
          && HandOffRequest.listsFiles(fields);
    }

    /**
     * Takes the bytes of a packet.
     *
     * @param returned whether the application has returned, so that this is the end
     * @return true if more of it may follow
     */
    boolean takes(HttpPacket packet, boolean returned) {
      begun = true;
      boolean last = returned;
      if (packet instanceof HttpContent content) {
        append(content.getContent());
        last |= content.isLast();
      }
      return !last && !refused && length <= most;
    }

    /** Whether a packet was taken, so that the application takes the header for committed. */
    boolean isBegun() {
      return begun;
    }

    /** Up to one byte more than allowed, which shows that the list is too long. */
    private void append(Buffer content) {
      int rest = (int) Math.min(content.remaining(), most + 1 - length);
      while (rest > 0 && hasRoom()) {
        int n = Math.min(rest, part.length - inPart);
        content.get(part, inPart, n);
        inPart += n;
        length += n;
        rest -= n;
      }
    }

    private boolean hasRoom() {
      if (!refused && inPart == part.length) {
        boolean grows = part.length < ListBytes.PART_BYTES;
        int next = grows ? Math.max(FIRST_BYTES, 2 * part.length) : ListBytes.PART_BYTES;
        refused =
            claim.resize((long) parts.size() * ListBytes.PART_BYTES + inPart + next).refused();
        if (!refused && grows) {
          part = Arrays.copyOf(part, next);
        } else if (!refused) {
          parts.add(part);
          part = new byte[next];
          inPart = 0;
        }
      }
      return !refused;
    }

    /** Whether there was no memory for it. */
    boolean isRefused() {
      return refused;
    }

    /** Whether a framework has dropped the list because the request is a HEAD, as Jersey does. */
    boolean isLeftOut(HttpResponsePacket response) {
      return length == 0
          && !refused
          && "HEAD".equals(response.getRequest().getMethod().getMethodString());
    }

    /** The length is that of the list, if any. */
    static void forgetLength(HttpResponsePacket response) {
      response.getHeaders().removeHeader("Content-Length");
      response.setContentLengthLong(-1);
    }

    /** The list as far as it was written, to which nothing is added. */
    ListBytes body() {
      parts.add(part);
      return new ListBytes(parts, length);
    }

    /** Gives its memory back; further calls do nothing. */
    void close() {
      parts.clear();
      part = new byte[0];
      claim.close();
    }
  }
}
