package io.sendfile.glassfish.spring;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.server.ResponseStatusException;

/** Resources that are files, and their hand-off. */
final class FileResource {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.application");
  private static final String SPRING = "org.springframework.";

  /** Packages of wrappers whose streams pass all bytes on unchanged. */
  private static final List<String> ONLOOKERS =
      List.of(SPRING + "security.", SPRING + "session.", SPRING + "web.context.request.async.");

  private static final int REFUSED_RANGE = HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE;

  private FileResource() {}

  /**
   * Hands the file behind a resource off as the body of a response.
   *
   * @return false if it has to be copied; nothing has changed then
   */
  static boolean handOff(Resource resource, HttpOutputMessage message) throws IOException {
    HttpServletRequest request = request();
    if (request == null
        || !SendfileResponse.isActive(request)
        || request.getDispatcherType() == DispatcherType.INCLUDE
        || !(message instanceof ServletServerHttpResponse output)) {
      return false;
    }
    HttpServletResponse response = output.getServletResponse();
    Path file = fileOf(resource);
    if (file == null
        || output.getHeaders().getFirst(HttpHeaders.CONTENT_ENCODING) != null
        || !isDirect(response)) {
      return false;
    }
    return handOff(request, response, file);
  }

  /** Spring gives a range that it cannot serve an error, with the whole file as its body. */
  private static boolean handOff(
      HttpServletRequest request, HttpServletResponse response, Path file) throws IOException {
    int status = response.getStatus();
    if (status == REFUSED_RANGE && request.getHeader(HttpHeaders.RANGE) != null) {
      response.setStatus(HttpServletResponse.SC_OK);
    }
    if (!SendfileResponse.takes(request, response, file)) {
      response.setStatus(status);
      return false;
    }
    SendfileResponse.send(request, response, file);
    return true;
  }

  /** A header of the present request; null without one. */
  static @Nullable String requestHeader(String name) {
    HttpServletRequest request = request();
    return request == null ? null : request.getHeader(name);
  }

  private static @Nullable HttpServletRequest request() {
    return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes present
        ? present.getRequest()
        : null;
  }

  /** The regular file whose bytes are those of the resource; null for none. */
  private static @Nullable Path fileOf(Resource resource) {
    Path file = pathOf(resource);
    return file != null && isSendable(file) ? file : null;
  }

  private static boolean isSendable(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file);
  }

  /** The path that Spring would read, whatever lies there; null for none. */
  private static @Nullable Path pathOf(Resource resource) {
    try {
      return isReadBySpring(resource) && resource.isFile() ? resource.getFile().toPath() : null;
    } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
      return null;
    }
  }

  /**
   * Has Spring answer 404 for what is no file that can be read: its own exception would show the
   * client the path.
   */
  static void check(Resource resource) {
    Path file = pathOf(resource);
    if (file != null && !isSendable(file)) {
      LOG.log(
          Level.INFO,
          () ->
              "sendfile: '"
                  + file.toString().replaceAll("\\p{Cntrl}", "?")
                  + "' is no file that can be read; the client gets 404");
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
  }

  /** A class of the application may read other bytes than those of its file. */
  private static boolean isReadBySpring(Resource resource) {
    try {
      Class<?> reader = resource.getClass().getMethod("getInputStream").getDeclaringClass();
      return reader.getName().startsWith(SPRING);
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /**
   * Whether no filter processes the bytes, such as one that compresses, caches or digests
   * responses: its wrapper would not see the bytes that the server sends.
   */
  private static boolean isDirect(HttpServletResponse response) throws IOException {
    if (response.isCommitted()) {
      return false;
    }
    ServletResponse outer = response;
    while (outer instanceof ServletResponseWrapper wrapper) {
      OutputStream stream = outer.getOutputStream();
      outer = wrapper.getResponse();
      if (stream != outer.getOutputStream()
          && ONLOOKERS.stream().noneMatch(stream.getClass().getName()::startsWith)) {
        return false;
      }
    }
    return true;
  }
}
