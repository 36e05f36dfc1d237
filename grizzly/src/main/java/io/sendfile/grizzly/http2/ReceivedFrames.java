package io.sendfile.grizzly.http2;

import java.io.IOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http2.Http2ServerFilter;
import org.glassfish.grizzly.http2.Http2Session;

/**
 * Takes some frames out of the bytes for Grizzly, and handles them in its place. A client may send
 * WINDOW_UPDATE for a stream whose end is still on its way to it (RFC 9113 section 5.1). Grizzly
 * forgets ended streams, some fifty at a time, and then closes the connection with all other
 * downloads, so the windows of streams are opened here. PRIORITY_UPDATE (RFC 9218 section 7.1) is
 * unknown to Grizzly, which logs a warning for each.
 *
 * <p>The bytes of a read are passed on in pieces, because an earlier frame can begin or end the
 * stream of a later one. A partial frame header waits for its rest. Stateless; shared by
 * connections.
 *
 * <p>All pieces but the last are passed to the filter above by this one, not by Grizzly: Grizzly
 * would store the rest with the connection, where the thread that ends an upgraded request would
 * find it and process frames concurrently with the reading thread.
 */
public final class ReceivedFrames extends BaseFilter {
  /** Adds filters below the one for HTTP/2 to a chain under construction, if it has one. */
  public static void join(FilterChainBuilder builder) {
    int index = builder.indexOfType(Http2ServerFilter.class);
    if (index >= 0) {
      builder.add(index, new ReceivedFrames());
      builder.add(index, new SentFrames());
    }
  }

  @Override
  public NextAction handleRead(FilterChainContext context) throws IOException {
    // The codec below treats everything read from an HTTP/2 connection as content of its preface.
    if (!(context.getMessage() instanceof HttpContent content)
        || !(content.getHttpHeader() instanceof HttpRequestPacket request)) {
      return context.getInvokeAction();
    }
    if (!Method.PRI.equals(request.getMethod())) {
      if (request.isUpgrade()) {
        AttributeSlots.reserve(context.getConnection());
      }
      return context.getInvokeAction();
    }
    Connection<?> connection = context.getConnection();
    FrameReader frames = FrameReader.of(connection);
    Buffer piece = frames.withHeldBack(content.getContent(), context.getMemoryManager());
    content.recycle();
    while (true) {
      int cut = frames.look(piece);
      Buffer rest = cut == piece.limit() ? null : piece.split(cut);
      if (rest == null) {
        frames.holdBackPartOfHeader(piece);
      }
      NextAction next = context.getStopAction();
      if (!piece.hasRemaining() || isDone(connection, frames)) {
        piece.tryDispose();
      } else {
        context.setMessage(request.httpContentBuilder().content(piece).build());
        next = rest == null ? context.getInvokeAction() : handOn(context);
      }
      if (rest == null || next.type() != context.getStopAction().type()) {
        return next;
      }
      piece = rest;
    }
  }

  /** Passes every piece but the last to the filter above. */
  private static NextAction handOn(FilterChainContext context) throws IOException {
    int own = context.getFilterIdx();
    int above = own + 1;
    context.setFilterIdx(above);
    try {
      return context.getFilterChain().get(above).handleRead(context);
    } finally {
      context.setFilterIdx(own);
    }
  }

  /** Handles the piece if it is a frame that Grizzly need not see. */
  private static boolean isDone(Connection<?> connection, FrameReader frames) {
    return switch (frames.piece()) {
      case OTHER -> false;
      case WINDOW_UPDATE -> open(connection, frames);
      case PRIORITY_UPDATE -> {
        StreamOrder.of(connection).update(frames.stream(), frames.field());
        yield true;
      }
    };
  }

  private static boolean open(Connection<?> connection, FrameReader frames) {
    Http2Session session = Http2Session.get(connection);
    return session != null && StreamWindows.open(session, frames.stream(), frames.increment());
  }
}
