package io.sendfile.grizzly.filter;

import io.sendfile.core.http.Priority;
import io.sendfile.core.transfer.Precedence;
import io.sendfile.core.transfer.Precedence.Standing;
import io.sendfile.core.transfer.Precedence.Urgency;
import io.sendfile.grizzly.http2.StreamOrder;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.glassfish.grizzly.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Priority fields of a response and its request. Over HTTP/1.1 that of the request means
 * nothing: there is no other response on its connection.
 */
final class PriorityFields {
  private static final String PRIORITY = "Priority";

  private PriorityFields() {}

  /** The precedence of a body whose sending may last. */
  static Precedence precedence(HttpResponsePacket response, HeldRequest held) {
    String answered = field(response.getHeaders());
    Standing standing =
        held.closeable() instanceof Http2Stream stream
            ? StreamOrder.of(held.connection())
                .standing(stream.getId(), field(response.getRequest().getHeaders()), answered)
            : null;
    return standing == null && answered == null
        ? Precedence.USUAL
        : new Precedence(standing, amongAll(answered));
  }

  private static Urgency amongAll(@Nullable String answered) {
    int urgency = Priority.asked(answered).urgency();
    if (urgency == Priority.USUAL) {
      return Urgency.USUAL;
    }
    return urgency < Priority.USUAL ? Urgency.HIGH : Urgency.LOW;
  }

  private static @Nullable String field(MimeHeaders headers) {
    return Priority.field(PacketFields.values(headers, PRIORITY));
  }
}
