package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.Segment.FileSlice;
import io.sendfile.glassfish.content.Segment.Literal;
import io.sendfile.glassfish.http.HeaderField;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan carried out in memory: what a client would get.
 *
 * @param headers in order, without those a server adds by itself
 */
record Answered(int status, List<HeaderField> headers, byte[] body) {
  /**
   * Applies a plan to the application's header fields, as the server's edge does.
   *
   * @param application its fields, given as name, value, name, value
   */
  static Answered of(ResponsePlan plan, byte[] file, String... application) {
    List<HeaderField> headers = new ArrayList<>();
    for (int i = 0; i < application.length; i += 2) {
      String name = application[i];
      boolean dropped = plan.drop().stream().anyMatch(name::equalsIgnoreCase);
      boolean replaced = plan.set().stream().anyMatch(f -> f.name().equalsIgnoreCase(name));
      boolean handOff = HandOffHeaders.all().stream().anyMatch(name::equalsIgnoreCase);
      if (!dropped && !replaced && !handOff) {
        headers.add(new HeaderField(name, application[i + 1]));
      }
    }
    headers.addAll(plan.set());
    if (plan.contentLength() != ResponsePlan.NO_LENGTH) {
      headers.add(new HeaderField("Content-Length", Long.toString(plan.contentLength())));
    }
    return new Answered(plan.status(), headers, body(plan, file));
  }

  private static byte[] body(ResponsePlan plan, byte[] file) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (Segment segment : plan.segments()) {
      if (segment instanceof FileSlice slice) {
        body.write(file, (int) slice.position(), (int) slice.length());
      } else {
        ByteBuffer bytes = ((Literal) segment).bytes().duplicate();
        while (bytes.hasRemaining()) {
          body.write(bytes.get());
        }
      }
    }
    return body.toByteArray();
  }

  /** All values of a field, joined; empty when absent. */
  String header(String name) {
    StringBuilder values = new StringBuilder();
    for (HeaderField field : headers) {
      if (field.name().equalsIgnoreCase(name)) {
        values.append(values.isEmpty() ? "" : ", ").append(field.value());
      }
    }
    return values.toString();
  }
}
