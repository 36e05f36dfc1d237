package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.Segment.FileSlice;
import io.sendfile.glassfish.http.RequestView;
import io.sendfile.glassfish.http.ResponseView;
import java.util.List;

/**
 * Decides the whole answer from headers and the facts of the opened file. Pure. The one place where
 * preconditions and ranges join in.
 */
public final class ResponsePlanner {
  /**
   * Fields that describe the application's body, or its own way of cutting it, not the file. The
   * plan's length is set after they are dropped.
   */
  private static final List<String> BODY_FIELDS =
      List.of("Content-Length", "Content-Encoding", "Transfer-Encoding", "Content-Range");

  private ResponsePlanner() {}

  /**
   * The answer to a request whose application handed off that file.
   *
   * <p>The application's status is kept, with these exceptions, which become 200: 204 and 205,
   * because they cannot carry a body (RFC 9110 sections 15.3.5 and 15.3.6) and frameworks choose
   * them by themselves for an empty body; and 206, because the part of the body it spoke of is
   * replaced by the whole file.
   */
  public static ResponsePlan plan(RequestView request, ResponseView response, FileFacts file) {
    boolean bodiless = request.method().equals("HEAD") || file.size() == 0;
    List<Segment> body = bodiless ? List.of() : List.of(new FileSlice(0, file.size()));
    return new ResponsePlan(
        statusFor(response.status()), file.size(), List.of(), BODY_FIELDS, body);
  }

  private static int statusFor(int status) {
    return switch (status) {
      case 204, 205, 206 -> 200;
      default -> status;
    };
  }
}
