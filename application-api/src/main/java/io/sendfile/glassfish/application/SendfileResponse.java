package io.sendfile.glassfish.application;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Sends a file as the body of a response. Where glassfish-sendfile is active it sends the file,
 * from any folder, after the application has returned; everywhere else these methods copy it, so
 * that an application runs on any server.
 *
 * <p>The path must be the application's own: never the text of a client.
 *
 * <p>Status and headers are the application's; set the status before. A file that is the body of an
 * error is copied. Bytes that were written before are dropped. Stateless.
 */
public final class SendfileResponse {
  /** Request attribute: TRUE where glassfish-sendfile takes a path, or a map, in its place. */
  public static final String FILE = "io.sendfile.file";

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
    return Boolean.TRUE.equals(request.getAttribute(FILE));
  }

  /**
   * Whether the application has asked for a file in place of the body, by this class or by a
   * header. For filters that make something of the body, such as an entity tag: this one is empty,
   * or a list of files.
   */
  public static boolean isHandedOff(ServletRequest request, HttpServletResponse response) {
    Object file = request.getAttribute(FILE);
    return (file != null && !(file instanceof Boolean))
        || HAND_OFFS.stream().anyMatch(response::containsHeader);
  }

  /**
   * Sends a file. Where glassfish-sendfile is active it answers ranges and conditions, adds
   * validators, and a media type if there is none.
   *
   * @throws NoSuchFileException if there is no such file; nothing was sent then
   * @throws AccessDeniedException if it may not be read; nothing was sent then
   * @throws IOException if it is no regular file, or the copying fails
   * @throws IllegalStateException if the response is committed
   */
  public static void send(HttpServletRequest request, HttpServletResponse response, Path file)
      throws IOException {
    long size = sizeOf(file);
    response.resetBuffer();
    if (takes(request, response, file)) {
      request.setAttribute(FILE, file);
    } else {
      Copy.now(request, response, file, 0, size);
    }
  }

  /**
   * Sends a part of a file as the whole body, without regard to ranges that the client asks for.
   *
   * @param position the first byte, from 0
   * @param count the number of bytes
   * @throws IOException as {@link #send}
   * @throws EOFException if the file has no such part; nothing was sent then
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
    check(file, position, count);
    response.resetBuffer();
    if (takes(request, response, file)) {
      pass(request, file, position, count);
    } else {
      Copy.now(request, response, file, position, count);
    }
  }

  /**
   * Sends a part of a file without a thread that waits for the client, and completes the
   * asynchronous request.
   *
   * @param async of a request that nobody else completes or dispatches
   * @return completed with the number of bytes sent when all were; with an IOException when the
   *     client has gone, or the file has changed. Its actions run on a thread of the server
   * @throws IOException as {@link #transfer}; the request is still asynchronous then
   */
  public static CompletionStage<Long> transfer(
      AsyncContext async, Path file, long position, long count) throws IOException {
    check(file, position, count);
    HttpServletRequest request = (HttpServletRequest) async.getRequest();
    HttpServletResponse response = (HttpServletResponse) async.getResponse();
    response.resetBuffer();
    if (!takes(request, response, file)) {
      return AsyncCopy.start(async, request, response, file, position, count);
    }
    CompletableFuture<Long> sent = new CompletableFuture<>();
    SendfileResult.tell(request, result -> complete(sent, result));
    pass(request, file, position, count);
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
   * another file system, and none whose path has {@code ..} or control characters, which would be
   * refused.
   */
  public static boolean takes(ServletRequest request, HttpServletResponse response, Path file) {
    return isActive(request)
        && response.getStatus() / 100 == 2
        && file.getFileSystem() == FileSystems.getDefault()
        && file.equals(file.normalize())
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

  private static void pass(ServletRequest request, Path file, long position, long count) {
    request.setAttribute(POSITION, position);
    request.setAttribute(COUNT, count);
    request.setAttribute(FILE, file);
  }

  private static void check(Path file, long position, long count) throws IOException {
    if (position < 0 || count < 0) {
      throw new IllegalArgumentException(
          "position and count must not be negative: " + position + ", " + count);
    }
    long size = sizeOf(file);
    if (position > size || count > size - position) {
      throw new EOFException(
          file + " has " + size + " bytes, not the " + count + " from " + position);
    }
  }

  static long sizeOf(Path file) throws IOException {
    BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
    if (!found.isRegularFile()) {
      throw new IOException(file + " is no regular file");
    }
    if (!Files.isReadable(file)) {
      throw new AccessDeniedException(file.toString());
    }
    return found.size();
  }
}
