package io.sendfile.grizzly.filter;

import io.sendfile.core.content.Field;
import io.sendfile.core.content.HandOffHeader;
import io.sendfile.core.content.HeaderField;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.http.Priority;
import io.sendfile.core.transfer.ConnectionTurns;
import io.sendfile.core.transfer.TurnPriority;
import io.sendfile.core.transfer.Urgency;
import io.sendfile.grizzly.http2.StreamOrder;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.HttpHeader;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.util.ByteChunk;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.glassfish.grizzly.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of Grizzly's packets: read for the planner, and changed in an uncommitted
 * response.
 */
final class PacketFields {
  /** Grizzly has no phrase for it (RFC 6585 section 4). */
  private static final HttpStatus TOO_MANY_REQUESTS =
      HttpStatus.newHttpStatus(429, "Too Many Requests");

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  /**
   * The codings that Grizzly's codec has chosen, and whether it has: it chooses once per response,
   * after a 100 (Continue) long before the hand-off. Both methods are not public.
   */
  private static final @Nullable MethodHandle CODINGS =
      find("getContentEncodings", MethodType.methodType(List.class, boolean.class));

  private static final @Nullable MethodHandle MADE =
      find("setContentEncodingsSelected", MethodType.methodType(void.class, boolean.class));

  private static final HandOffHeader[] HAND_OFF = HandOffHeader.values();

  private static final List<String> FIELDS_OF_APPLICATION_BODY =
      List.of(
          "Content-Disposition",
          "Content-Encoding",
          "Content-Language",
          "Content-Range",
          "Accept-Ranges",
          "ETag",
          "Last-Modified",
          "Expires",
          "Content-Length",
          "Transfer-Encoding");

  private static final String CONTENT_TYPE = "Content-Type";

  private static final List<HeaderField> REFUSED =
      List.of(new HeaderField("Cache-Control", "no-store"));

  private static final long RETRY_SECONDS = 5;

  /** Fields that a client can do without, in the order in which they are left out. */
  private static final List<String> SPARE =
      List.of("Repr-Digest", "Accept-Ranges", "Date", "Last-Modified", "ETag");

  /** Fields that the codec adds: Content-Length, Date, and Connection where it closes. */
  private static final int OF_CODEC = 3;

  private PacketFields() {}

  private static @Nullable MethodHandle find(String method, MethodType type) {
    try {
      return MethodHandles.privateLookupIn(HttpHeader.class, MethodHandles.lookup())
          .findVirtual(HttpHeader.class, method, type);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(
          Level.INFO, "sendfile: responses after 100 (Continue) say Content-Encoding: identity", e);
      return null;
    }
  }

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

  /** Whether any hand-off header is present. */
  static boolean mentionsHandOff(HttpResponsePacket response) {
    MimeHeaders headers = response.getHeaders();
    for (int i = 0; i < headers.size(); i++) {
      if (handOff(headers.getName(i)) != null) {
        return true;
      }
    }
    return false;
  }

  /** The hand-off headers, in order. One pass: this runs for every response. */
  static List<Field> handOff(HttpResponsePacket response) {
    List<Field> fields = List.of();
    MimeHeaders headers = response.getHeaders();
    for (int i = 0; i < headers.size(); i++) {
      HandOffHeader header = handOff(headers.getName(i));
      if (header != null) {
        Field field = Field.of(header, Objects.requireNonNullElse(text(headers.getValue(i)), ""));
        if (fields.isEmpty()) {
          fields = List.of(field);
        } else {
          fields = new ArrayList<>(fields);
          fields.add(field);
        }
      }
    }
    return fields;
  }

  private static @Nullable HandOffHeader handOff(DataChunk name) {
    if (!name.startsWithIgnoreCase(HandOffHeader.PREFIX, 0)) {
      return null;
    }
    for (HandOffHeader header : HAND_OFF) {
      if (is(name, header.field())) {
        return header;
      }
    }
    return null;
  }

  /** Removes the hand-off headers of a response that otherwise stands. */
  static void strip(HttpResponsePacket response) {
    for (HandOffHeader header : HAND_OFF) {
      response.getHeaders().removeHeader(header.field());
    }
  }

  /** Whether the listener certainly allows as many header fields. */
  static boolean fits(ResponsePlan plan, HttpResponsePacket response) {
    return fit(response, response.getHeaders().size() + plan.set().size() + OF_CODEC);
  }

  /**
   * The plan without the fields that a client can do without, as many as have to go so that the
   * listener allows the others; null if it does not even then.
   *
   * @param closes whether the connection is closed after the response, which a field tells
   */
  static @Nullable ResponsePlan shorter(
      ResponsePlan plan, HttpResponsePacket response, boolean closes) {
    int ofCodec = closes ? OF_CODEC : OF_CODEC - 1;
    ResponsePlan rest = plan;
    for (int i = 0; !fit(response, fields(response, rest).size() + ofCodec); i++) {
      if (i == SPARE.size()) {
        return null;
      }
      rest = rest.leavingOut(SPARE.get(i));
    }
    return rest;
  }

  /** The reason of a refusal because of the fields of the application, after the file's name. */
  static String tooMany(HttpResponsePacket response) {
    return " is not sent, as the application has set "
        + response.getHeaders().size()
        + " header fields; with those of the server there may be "
        + response.getHeaders().getMaxNumHeaders()
        + ". Set fewer, or raise max-response-headers of the listener's protocol"
        + " (asadmin set …protocol.<name>.http.max-response-headers)";
  }

  private static boolean fit(HttpResponsePacket response, int fields) {
    int most = response.getHeaders().getMaxNumHeaders();
    return most < 0 || fields <= most;
  }

  private static List<HeaderField> fields(HttpResponsePacket response, ResponsePlan plan) {
    return fields(response, plan.drop(), plan.set());
  }

  static void apply(ResponsePlan plan, HttpResponsePacket response) {
    rewrite(response, fields(response, plan));
    if (sets(plan.set(), CONTENT_TYPE) || plan.drop().contains(CONTENT_TYPE)) {
      // Grizzly keeps the application's type apart, and on HTTP/2 prefers it to the field.
      response.setContentType((String) null);
    }
    frame(plan.status(), plan.contentLength(), response);
  }

  private static HttpStatus status(int code) {
    return TOO_MANY_REQUESTS.statusMatches(code)
        ? TOO_MANY_REQUESTS
        : HttpStatus.getHttpStatus(code);
  }

  /** Turns the response into an error and returns its body. */
  static byte[] refuse(Decision.Refuse refusal, HttpResponsePacket response) {
    HttpStatus status = status(refusal.reason().status());
    byte[] body =
        (status.getStatusCode() + " " + status.getReasonPhrase() + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    List<HeaderField> own = new ArrayList<>(REFUSED);
    if (status.statusMatches(503) || status == TOO_MANY_REQUESTS) {
      long told = refusal.retrySeconds();
      own.add(new HeaderField("Retry-After", String.valueOf(told > 0 ? told : RETRY_SECONDS)));
    }
    List<HeaderField> all = fields(response, FIELDS_OF_APPLICATION_BODY, own);
    // With a Content-Type.
    rewrite(response, fit(response, all.size() + OF_CODEC + 1) ? all : own);
    response.setContentType("text/plain");
    frame(status.getStatusCode(), body.length, response);
    return body;
  }

  /** The application's fields that stay, and those that are set. */
  private static List<HeaderField> fields(
      HttpResponsePacket response, List<String> drop, List<HeaderField> set) {
    MimeHeaders headers = response.getHeaders();
    List<HeaderField> all = new ArrayList<>(headers.size() + set.size());
    for (int i = 0; i < headers.size(); i++) {
      DataChunk name = headers.getName(i);
      if (handOff(name) == null && !isIn(drop, name) && !isReplaced(set, name)) {
        all.add(new HeaderField(text(name), text(headers.getValue(i))));
      }
    }
    all.addAll(set);
    return all;
  }

  /**
   * Rebuilds the header section. Changes in place have no effect: the server has marked its end by
   * now, and silently ignores Date, Cache-Control, Vary and others set after the mark.
   */
  private static void rewrite(HttpResponsePacket response, List<HeaderField> fields) {
    MimeHeaders headers = response.getHeaders();
    headers.clear();
    for (HeaderField field : fields) {
      headers.addValue(field.name()).setString(field.value());
    }
  }

  /** The same as {@code toString}, which decodes bytes in four steps. */
  private static String text(DataChunk chunk) {
    if (chunk.getType() != DataChunk.Type.Bytes) {
      return String.valueOf(chunk);
    }
    ByteChunk bytes = chunk.getByteChunk();
    return new String(bytes.getBuffer(), bytes.getStart(), bytes.getLength(), bytes.getCharset());
  }

  private static boolean sets(List<HeaderField> set, String name) {
    for (HeaderField field : set) {
      if (field.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIn(List<String> names, DataChunk name) {
    for (String each : names) {
      if (is(name, each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReplaced(List<HeaderField> set, DataChunk name) {
    for (HeaderField field : set) {
      if (is(name, field.name())) {
        return true;
      }
    }
    return false;
  }

  private static void frame(int status, long length, HttpResponsePacket response) {
    if (response.getStatus() != status) {
      status(status).setValues(response);
    }
    // In this order: a length of -1 makes Grizzly choose chunks.
    response.setContentLengthLong(length);
    response.setChunked(false);
    unencode(response);
  }

  /** Makes the body of an uncommitted response go out unencoded. */
  private static void unencode(HttpResponsePacket response) {
    if (CODINGS == null || MADE == null) {
      if (response.getHeader(Header.ContentEncoding) == null) {
        // Unless it has chosen before, the codec takes this for no coding and removes it.
        response.setHeader(Header.ContentEncoding, "identity");
      }
      return;
    }
    try {
      ((List<?>) CODINGS.invokeExact((HttpHeader) response, true)).clear();
      MADE.invokeExact((HttpHeader) response, true);
    } catch (Throwable e) {
      throw new IllegalStateException("the choice of codings is not Grizzly's any more", e);
    }
  }

  /**
   * The priority of turns for a body whose sending may last, by the Priority fields of the response
   * and its request. Over HTTP/1.1 that of the request means nothing: there is no other response on
   * its connection.
   *
   * @param stream of HTTP/2; null over HTTP/1.1
   */
  static TurnPriority turnPriority(
      HttpResponsePacket response, Connection<?> connection, @Nullable Http2Stream stream) {
    String answered = priority(response.getHeaders());
    ConnectionTurns turns =
        stream == null
            ? null
            : StreamOrder.of(connection)
                .connectionTurns(
                    stream.getId(), priority(response.getRequest().getHeaders()), answered);
    return turns == null && answered == null
        ? TurnPriority.USUAL
        : new TurnPriority(turns, amongAll(answered));
  }

  private static Urgency amongAll(@Nullable String answered) {
    int urgency = Priority.asked(answered).urgency();
    if (urgency == Priority.USUAL) {
      return Urgency.USUAL;
    }
    return urgency < Priority.USUAL ? Urgency.HIGH : Urgency.LOW;
  }

  private static @Nullable String priority(MimeHeaders headers) {
    List<String> values = values(headers, "Priority");
    return values.isEmpty() ? null : Priority.field(values);
  }
}
