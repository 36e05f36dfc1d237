package io.sendfile.grizzly.filter;

import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.HandOffRequest.Field;
import io.sendfile.core.engine.Decision;
import java.util.List;
import org.glassfish.grizzly.http.HttpResponsePacket;

/**
 * What takes the place of the application's response: asked for once, when its header is about to
 * pass, and kept by the {@link Exchange} from then on.
 */
sealed interface HandOff {
  /** Nothing: the response stands. */
  HandOff NONE = new None();

  /** Whatever the application writes from now on is dropped. */
  HandOff BEGUN = new Begun();

  /** See {@link #NONE}. */
  record None() implements HandOff {}

  /**
   * What headers of the response, or attributes of its request, ask for: a header may go with an
   * attribute, so they are one request.
   */
  record Asked(HandOffRequest request) implements HandOff {}

  /** The files that the body lists, once it is whole. */
  record Listed(ListBody list) implements HandOff {}

  /** A file that was opened before the request reached the application. */
  record Prepared(Decision.Send answer) implements HandOff {}

  /** See {@link #BEGUN}. */
  record Begun() implements HandOff {}

  /** The hand-off of an uncommitted response. This runs for every response. */
  static HandOff of(Exchange exchange, HttpResponsePacket response) {
    List<Field> fields = ResponseHead.handOff(response);
    if (ListBody.isAsked(response, fields)) {
      return new Listed(exchange.newList());
    }
    HandOffAttributes attributes = exchange.attributes();
    return fields.isEmpty() && attributes == null
        ? NONE
        : new Asked(HandOffRequest.of(exchange.view(response), fields, attributes));
  }
}
