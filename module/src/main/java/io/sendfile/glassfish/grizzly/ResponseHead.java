package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.HandOffHeader;
import io.sendfile.glassfish.content.ResponsePlan;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.http.HeaderField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.util.ByteChunk;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.grizzly.http.util.MimeHeaders;

/** Changes the header of an uncommitted response. */
final class ResponseHead {
  private static final List<String> HAND_OFF =
      Arrays.stream(HandOffHeader.values()).map(HandOffHeader::field).toList();

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

  private static final List<HeaderField> TRY_LATER =
      List.of(new HeaderField("Cache-Control", "no-store"), new HeaderField("Retry-After", "5"));

  private ResponseHead() {}

  /** Whether any hand-off header is present. One pass: this runs for every response. */
  static boolean mentionsHandOff(HttpResponsePacket response) {
    MimeHeaders headers = response.getHeaders();
    for (int i = 0; i < headers.size(); i++) {
      if (isHandOff(headers.getName(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHandOff(DataChunk name) {
    return name.startsWithIgnoreCase("x-", 0) && isIn(HAND_OFF, name);
  }

  /** Removes the hand-off headers of a response that otherwise stands. */
  static void strip(HttpResponsePacket response) {
    HAND_OFF.forEach(response.getHeaders()::removeHeader);
  }

  static void apply(ResponsePlan plan, HttpResponsePacket response) {
    rewrite(response, plan.drop(), plan.set());
    frame(plan.status(), plan.contentLength(), response);
  }

  /** Turns the response into an error and returns its body. */
  static byte[] refuse(RefusalReason reason, HttpResponsePacket response) {
    HttpStatus status = HttpStatus.getHttpStatus(reason.status());
    byte[] body =
        (status.getStatusCode() + " " + status.getReasonPhrase() + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    boolean later = status.statusMatches(503);
    rewrite(response, FIELDS_OF_APPLICATION_BODY, later ? TRY_LATER : REFUSED);
    response.setContentType("text/plain");
    frame(status.getStatusCode(), body.length, response);
    return body;
  }

  /**
   * Rebuilds the header fields. Changes in place have no effect: the server has marked their end by
   * now, and silently ignores Date, Cache-Control, Vary and others set after the mark.
   */
  private static void rewrite(
      HttpResponsePacket response, List<String> drop, List<HeaderField> set) {
    MimeHeaders headers = response.getHeaders();
    List<HeaderField> kept = new ArrayList<>(headers.size() + set.size());
    for (int i = 0; i < headers.size(); i++) {
      DataChunk name = headers.getName(i);
      if (!isHandOff(name) && !isIn(drop, name) && !isReplaced(set, name)) {
        kept.add(new HeaderField(text(name), text(headers.getValue(i))));
      }
    }
    headers.clear();
    kept.addAll(set);
    if (sets(set, CONTENT_TYPE) || drop.contains(CONTENT_TYPE)) {
      // Grizzly keeps the application's type apart, and on HTTP/2 prefers it to the field.
      response.setContentType((String) null);
    }
    for (HeaderField field : kept) {
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
      if (name.equalsIgnoreCase(each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReplaced(List<HeaderField> set, DataChunk name) {
    for (HeaderField field : set) {
      if (name.equalsIgnoreCase(field.name())) {
        return true;
      }
    }
    return false;
  }

  private static void frame(int status, long length, HttpResponsePacket response) {
    if (response.getStatus() != status) {
      HttpStatus.getHttpStatus(status).setValues(response);
    }
    // In this order: a length of -1 makes Grizzly choose chunks.
    response.setContentLengthLong(length);
    response.setChunked(false);
    CodecChoice.none(response);
  }
}
