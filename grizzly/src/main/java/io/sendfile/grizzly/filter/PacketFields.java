package io.sendfile.grizzly.filter;

import io.sendfile.core.http.Priority;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.transfer.TurnQueue.TurnPriority;
import io.sendfile.core.transfer.TurnQueue.TurnPriority.ConnectionTurns;
import io.sendfile.core.transfer.TurnQueue.TurnPriority.Urgency;
import io.sendfile.grizzly.http2.StreamOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.glassfish.grizzly.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** Reads header fields of Grizzly's packets; each response needs a dozen absent ones. */
final class PacketFields {
  private static final String PRIORITY = "Priority";

  private PacketFields() {}

  /** Whether a field has that name, without regard to case. Nearly all differ in their length. */
  static boolean is(DataChunk name, String wanted) {
    return name.getLength() == wanted.length() && name.equalsIgnoreCase(wanted);
  }

  /** All values of the fields of that name, without regard to case, in order; unmodifiable. */
  static List<String> values(MimeHeaders headers, String name) {
    List<String> values = List.of();
    int size = headers.size();
    for (int i = 0; i < size; i++) {
      if (is(headers.getName(i), name)) {
        values = and(values, Objects.requireNonNullElse(headers.getValue(i).toString(), ""));
      }
    }
    return values;
  }

  /** Whether there is any field of these names. */
  static boolean hasAny(MimeHeaders headers, List<String> names) {
    int size = headers.size();
    for (int i = 0; i < size; i++) {
      DataChunk name = headers.getName(i);
      for (int n = 0; n < names.size(); n++) {
        if (is(name, names.get(n))) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<String> and(List<String> values, String last) {
    if (values.isEmpty()) {
      return List.of(last);
    }
    List<String> more = new ArrayList<>(values);
    more.add(last);
    return List.copyOf(more);
  }

  /**
   * The priority of turns for a body whose sending may last, by the Priority fields of the response
   * and its request. Over HTTP/1.1 that of the request means nothing: there is no other response on
   * its connection.
   */
  static TurnPriority turnPriority(HttpResponsePacket response, HeldRequest held) {
    String answered = priority(response.getHeaders());
    ConnectionTurns connectionTurns =
        held.closeable() instanceof Http2Stream stream
            ? StreamOrder.of(held.connection())
                .connectionTurns(
                    stream.getId(), priority(response.getRequest().getHeaders()), answered)
            : null;
    return connectionTurns == null && answered == null
        ? TurnPriority.USUAL
        : new TurnPriority(connectionTurns, amongAll(answered));
  }

  private static Urgency amongAll(@Nullable String answered) {
    int urgency = Priority.asked(answered).urgency();
    if (urgency == Priority.USUAL) {
      return Urgency.USUAL;
    }
    return urgency < Priority.USUAL ? Urgency.HIGH : Urgency.LOW;
  }

  private static @Nullable String priority(MimeHeaders headers) {
    return Priority.field(values(headers, PRIORITY));
  }

  /** A Grizzly request for the planner. */
  record PacketRequestView(HttpRequestPacket packet) implements RequestView {
    @Override
    public String method() {
      return packet.getMethod().getMethodString();
    }

    @Override
    public boolean isConditional() {
      MimeHeaders headers = packet.getHeaders();
      for (int i = 0; i < headers.size(); i++) {
        DataChunk name = headers.getName(i);
        if (name.startsWithIgnoreCase("if-", 0) || is(name, "range")) {
          return true;
        }
      }
      return false;
    }

    @Override
    public List<String> headers(String name) {
      return values(packet.getHeaders(), name);
    }
  }

  /**
   * A Grizzly response for the planner.
   *
   * @param mediaTypes the application's media types by file name; null for unknown
   */
  record PacketResponseView(
      HttpResponsePacket packet, Function<String, @Nullable String> mediaTypes)
      implements ResponseView {
    @Override
    public @Nullable String mediaType(String name) {
      return mediaTypes.apply(name);
    }

    @Override
    public boolean describesFile() {
      return hasAny(packet.getHeaders(), DESCRIPTIONS);
    }

    @Override
    public int status() {
      return packet.getStatus();
    }

    @Override
    public List<String> headers(String name) {
      List<String> values = values(packet.getHeaders(), name);
      if (values.isEmpty() && name.equalsIgnoreCase("Content-Type")) {
        // Grizzly keeps it apart until the header is written.
        String type = packet.getContentType();
        return type == null ? values : List.of(type);
      }
      return values;
    }
  }
}
