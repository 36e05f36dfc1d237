package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.HandOffHeaders;
import io.sendfile.glassfish.content.RefusalReason;
import io.sendfile.glassfish.content.ResponsePlan;
import io.sendfile.glassfish.http.HeaderField;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.grizzly.http.util.MimeHeaders;

/** Changes the head of an uncommitted response. */
final class ResponseHead {
  private static final List<String> BODY_FIELDS_OF_APPLICATION =
      List.of(
          "Content-Disposition",
          "Content-Encoding",
          "Content-Language",
          "Content-Range",
          "Accept-Ranges",
          "ETag",
          "Last-Modified",
          "Expires",
          "Transfer-Encoding");

  private ResponseHead() {}

  /** Whether any hand-off header is there. One pass: this runs for every response. */
  static boolean mentionsHandOff(HttpResponsePacket response) {
    MimeHeaders headers = response.getHeaders();
    for (int i = 0; i < headers.size(); i++) {
      DataChunk name = headers.getName(i);
      if (name.startsWithIgnoreCase("x-", 0) && isHandOff(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHandOff(DataChunk name) {
    for (String handOff : HandOffHeaders.all()) {
      if (name.equalsIgnoreCase(handOff)) {
        return true;
      }
    }
    return false;
  }

  static void strip(HttpResponsePacket response) {
    HandOffHeaders.all().forEach(response.getHeaders()::removeHeader);
  }

  static void apply(ResponsePlan plan, HttpResponsePacket response, boolean mayBeCompressed) {
    strip(response);
    plan.drop().forEach(response.getHeaders()::removeHeader);
    for (HeaderField field : plan.set()) {
      response.setHeader(field.name(), field.value());
    }
    frame(plan.status(), plan.contentLength(), response, mayBeCompressed);
  }

  /** Turns the response into an error and returns its body. */
  static byte[] refuse(RefusalReason reason, HttpResponsePacket response, boolean compressing) {
    strip(response);
    BODY_FIELDS_OF_APPLICATION.forEach(response.getHeaders()::removeHeader);
    HttpStatus status = HttpStatus.getHttpStatus(reason.status());
    byte[] body =
        (status.getStatusCode() + " " + status.getReasonPhrase() + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    response.setContentType("text/plain");
    response.setHeader(Header.CacheControl, "no-store");
    if (reason == RefusalReason.OVERLOADED) {
      response.setHeader("Retry-After", "5");
    }
    frame(status.getStatusCode(), body.length, response, compressing);
    return body;
  }

  private static void frame(
      int status, long length, HttpResponsePacket response, boolean mayBeCompressed) {
    if (response.getStatus() != status) {
      HttpStatus.getHttpStatus(status).setValues(response);
    }
    response.setChunked(false);
    response.setContentLengthLong(length);
    if (mayBeCompressed) {
      // The codec takes this as "leave it alone" and removes it again.
      response.setHeader(Header.ContentEncoding, "identity");
    }
  }
}
