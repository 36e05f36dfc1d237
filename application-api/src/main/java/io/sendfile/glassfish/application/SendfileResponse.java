package io.sendfile.glassfish.application;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.ToLongFunction;

/**
 * Sends a file as the body of a response. Where glassfish-sendfile is active it sends the file,
 * from any folder, after the application has returned; everywhere else these methods copy it, so
 * that an application runs on any server.
 *
 * <p>The file is opened by the call: it may be deleted, moved or replaced as soon as that has
 * returned. Its bytes must stay, though: a file that is written to in place must not change until
 * it is sent. Of several calls for one response the last one counts.
 *
 * <p>The path must be the application's own: never the text of a client.
 *
 * <p>Status and headers are the application's; set the status before. A file that is the body of an
 * error is copied. Bytes that were written before are dropped. Stateless.
 */
public final class SendfileResponse {
  /** Request attribute: TRUE where glassfish-sendfile takes a path, or a map, in its place. */
  public static final String FILE = "io.sendfile.file";

  /**
   * Request attribute: a {@code ToLongFunction<Object>} that opens the path, before it is put in
   * the place of {@link #FILE}, and tells its size; -1 if it cannot be sent, so that the client
   * will get 404 or 503. Without that call the file is opened when the response begins.
   */
  public static final String OPENER = "io.sendfile.opener";

  /** Request attribute: a Long, the first byte of the part to be sent. */
  public static final String POSITION = "io.sendfile.position";

  /** Request attribute: a Long, the number of bytes to be sent. */
  public static final String COUNT = "io.sendfile.count";

  private static final List<String> HAND_OFFS =
      List.of(
          "X-Sendfile",
          "X-Sendfile-Temporary",
          "X-Archive-Files",
          "X-Accel-Redirect",
          "X-LIGHTTPD-send-file");

  private SendfileResponse() {}

  /** Whether a file is handed off for this request, and not copied. */
  public static boolean isActive(ServletRequest request) {
    Object file = request.getAttribute(FILE);
    return Boolean.TRUE.equals(file) || isPassed(file);
  }

  private static boolean isPassed(Object file) {
    return file instanceof Path || file instanceof Map;
  }

  /**
   * Whether the application has asked for a file in place of the body, by this class or by a
   * header. For filters that make something of the body, such as an entity tag: this one is empty,
   * or a list of files.
   */
  public static boolean isHandedOff(ServletRequest request, HttpServletResponse response) {
    return isPassed(request.getAttribute(FILE))
        || HAND_OFFS.stream().anyMatch(response::containsHeader);
  }

  /**
   * Sends a file. Without a Content-Type, its media type is that of the servlet context. Where
   * glassfish-sendfile is active it answers ranges and conditions, adds validators, and knows more
   * media types.
   *
   * <p>What cannot be sent, such as a missing file or a folder, is a 404 for the client, who learns
   * neither path nor reason; the log has both. An application that answers something else looks
   * before it calls.
   *
   * @throws IOException if the copying fails; its message has no path
   * @throws IllegalStateException if the response is committed
   */
  public static void send(HttpServletRequest request, HttpServletResponse response, Path file)
      throws IOException {
    response.resetBuffer();
    if (!takes(request, response, file)) {
      passNone(request);
      Copy.now(request, response, file, 0, -1);
      return;
    }
    pass(request, plain(file), null, null);
  }

  /**
   * Sends a file as {@link #send}, and deletes it: for files that are made for one response. It is
   * deleted by the call, whether that succeeds or not, but for what is no regular file; where
   * glassfish-sendfile is active its bytes are sent all the same, to their end.
   *
   * @throws IOException as {@link #send}, or if it cannot be deleted
   * @throws IllegalStateException if the response is committed
   */
  public static void sendAndDelete(
      HttpServletRequest request, HttpServletResponse response, Path file) throws IOException {
    try {
      send(request, response, file);
    } finally {
      delete(file);
    }
  }

  private static void delete(Path file) throws IOException {
    try {
      if (Files.isRegularFile(file)) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw Copy.failed(file, "be deleted", e);
    }
  }

  /**
   * Sends a part of a file as the whole body, without regard to ranges that the client asks for;
   * 404, too, if the file has no such part.
   *
   * @param position the first byte, from 0
   * @param count the number of bytes
   * @throws IOException as {@link #send}
   * @throws IllegalArgumentException if a number is negative
   * @throws IllegalStateException if the response is committed
   */
  public static void transfer(
      HttpServletRequest request,
      HttpServletResponse response,
      Path file,
      long position,
      long count)
      throws IOException {
    check(position, count);
    response.resetBuffer();
    if (!takes(request, response, file)) {
      passNone(request);
      Copy.now(request, response, file, position, count);
      return;
    }
    pass(request, plain(file), position, count);
  }

  /**
   * Sends a part of a file without a thread that waits for the client, and completes the
   * asynchronous request; 404 as by the other methods.
   *
   * @param async of a request that nobody else completes or dispatches
   * @return completed with the number of bytes sent when all were; with an IOException when the
   *     client has gone, the file cannot be sent, or has changed. Its actions run on a thread of
   *     the server
   * @throws IOException if the copying cannot begin; the request is still asynchronous then
   * @throws IllegalArgumentException if a number is negative
   * @throws IllegalStateException if the response is committed
   */
  public static CompletionStage<Long> transfer(
      AsyncContext async, Path file, long position, long count) throws IOException {
    HttpServletRequest request = (HttpServletRequest) async.getRequest();
    HttpServletResponse response = (HttpServletResponse) async.getResponse();
    check(position, count);
    response.resetBuffer();
    if (!takes(request, response, file)) {
      passNone(request);
      return AsyncCopy.start(async, request, response, file, position, count);
    }
    CompletableFuture<Long> sent = new CompletableFuture<>();
    SendfileResult.tell(request, result -> complete(sent, result));
    pass(request, plain(file), position, count);
    async.complete();
    return sent;
  }

  private static void complete(CompletableFuture<Long> sent, SendfileResult result) {
    if (result.completed()) {
      sent.complete(result.bytes());
    } else {
      String reason = result.reason().isEmpty() ? "" : " (" + result.reason() + ")";
      sent.completeExceptionally(
          new IOException("the transfer ended as " + result.outcome() + reason));
    }
  }

  /**
   * Whether this file would be handed off now, and not copied: not the body of an error, no file of
   * another file system, and none whose path has control characters, which would be refused.
   */
  public static boolean takes(ServletRequest request, HttpServletResponse response, Path file) {
    return isActive(request)
        && response.getStatus() / 100 == 2
        && file.getFileSystem() == FileSystems.getDefault()
        && hasNoControls(file.toString());
  }

  private static boolean hasNoControls(String path) {
    for (int i = 0; i < path.length(); i++) {
      if (Character.isISOControl(path.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The path without {@code ..}, which is resolved as the system does: what stands before it may be
   * a link. The last name stays, since it tells the media type. A path of nothing is refused.
   */
  static Path plain(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (file.equals(file.normalize()) || folder == null) {
      return file;
    }
    try {
      return folder.toRealPath().resolve(file.getFileName());
    } catch (IOException e) {
      return file;
    }
  }

  /** Has the server open a file, or those of an archive, and send them in place of the body. */
  @SuppressWarnings("unchecked")
  static void pass(ServletRequest request, Object file, Long position, Long count) {
    if (request.getAttribute(OPENER) instanceof ToLongFunction<?> opener) {
      ((ToLongFunction<Object>) opener).applyAsLong(file);
    }
    passUnopened(request, file, position, count);
  }

  /** The same for what is opened when its turn comes. */
  static void passUnopened(ServletRequest request, Object file, Long position, Long count) {
    request.setAttribute(POSITION, position);
    request.setAttribute(COUNT, count);
    request.setAttribute(FILE, file);
  }

  /** Takes back a file that was passed before. */
  static void passNone(ServletRequest request) {
    if (isPassed(request.getAttribute(FILE))) {
      request.setAttribute(FILE, true);
    }
  }

  private static void check(long position, long count) {
    if (position < 0 || count < 0) {
      throw new IllegalArgumentException(
          "position and count must not be negative: " + position + ", " + count);
    }
  }
}
