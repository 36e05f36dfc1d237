package io.sendfile.grizzly;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import io.sendfile.grizzly.filter.FileAnswer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.Header;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of a folder, or of the class path, in place of Grizzly's {@code
 * StaticHttpHandler} and {@code CLStaticHttpHandler}. It is made by a {@link Sendfile} object,
 * which has to be installed into the server, too:
 *
 * <pre>{@code
 * Sendfile sendfile = Sendfile.builder().root("media", Path.of("/srv/media")).build();
 * sendfile.install(server);
 * server.getServerConfiguration().addHttpHandler(sendfile.files("media"), "/media");
 * server
 *     .getServerConfiguration()
 *     .addHttpHandler(sendfile.resources(App.class.getClassLoader(), "static/"), "/");
 * }</pre>
 *
 * <p>The path of a file is that of the request below the handler's context path, decoded once. GET
 * and HEAD get files with ranges, conditions, entity tags and media types as any hand-off does,
 * under all settings, other methods 405. A folder is answered by its index file; asked for without
 * its slash at the end, it is redirected (301) to the path with it, if it has an index file. There
 * are no listings. A file that is not there, is hidden, or lies behind a forbidden link, gets the
 * server's error page 404, is counted, and leaves no line in the log above {@code FINE}; one that
 * cannot be opened now, since a share hangs or descriptors are used up, gets 503 and a line.
 *
 * <p>Resources of an unpacked class path are files of a folder, and those of JARs are sent out of
 * the JAR: stored ones as they are, deflated ones in the coding gzip, to clients that accept it,
 * without being inflated. For other clients such a resource is inflated once: up to 256 KB into
 * memory, of which 16 MB are kept, a larger one into a temporary file that exists until the server
 * or {@link Sendfile#close} lets it go. Names that begin with a dot, {@code WEB-INF} and {@code
 * META-INF} below the prefix are hidden, and links in an unpacked class path are not followed.
 *
 * <p>Thread-safe. The setting {@code enabled} is about hand-offs of applications, not about this.
 */
public class FileHandler extends HttpHandler {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");
  private static final String ALLOWED = "GET, HEAD";
  private static final String SECONDS_TO_RETRY = "5";

  /** Name of the root in counters; one name stands for all class paths. */
  private final String root;

  private final @Nullable ClassPathFiles classPath;
  private final RequestExecutorProvider executors = this::executor;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile List<String> indexFiles = List.of("index.html");

  /** As {@link Sendfile#files}, for a subclass. */
  protected FileHandler(Sendfile sendfile, String root) {
    super("sendfile files of " + root);
    this.root = sendfile.known(root);
    this.classPath = null;
  }

  /** As {@link Sendfile#resources}, for a subclass. */
  protected FileHandler(Sendfile sendfile, ClassLoader loader, String prefix) {
    super("sendfile resources of " + prefix);
    this.root = ClassPathFiles.ROOT;
    this.classPath = sendfile.classPath(loader, prefix);
  }

  /**
   * Sets the names of index files; the first one that a folder has answers for it.
   *
   * @param names without a slash; none for no index files
   * @return this handler
   * @throws IllegalArgumentException if one is empty, or has a slash
   */
  public FileHandler indexFiles(String... names) {
    for (String name : names) {
      if (name.isEmpty() || name.indexOf('/') >= 0) {
        throw new IllegalArgumentException(
            "index file \"" + name + "\" must be the name of a file, without a slash");
      }
    }
    indexFiles = List.of(names);
    return this;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    Method method = request.getMethod();
    if (method != Method.GET && method != Method.HEAD) {
      response.setHeader(Header.Allow, ALLOWED);
      response.sendError(405);
      return;
    }
    FileAnswer answer = FileAnswer.to(request);
    if (answer == null) {
      tellNotInstalled();
      response.sendError(500);
      return;
    }
    if (answer.isGiven()) {
      return;
    }
    String path = path(request);
    RefusalReason refused = path == null ? RefusalReason.MALFORMED_VALUE : send(answer, path);
    if (refused == null) {
      return;
    }
    if (path != null && mayBeFolder(path, refused) && sendIndex(answer, path + '/') == null) {
      answer.withdraw();
      redirect(request, response);
    } else if (refused.status() == 503) {
      response.setHeader(Header.RetryAfter, SECONDS_TO_RETRY);
      response.setHeader(Header.CacheControl, "no-store");
      response.sendError(503);
    } else {
      LOG.log(Level.FINE, "sendfile: no file for {0} ({1})", new Object[] {path, refused.code()});
      answer.countMissing(root, refused);
      onMissingResource(request, response);
    }
  }

  /**
   * The thread that reads the request, a selector, responds at once by a small file that another
   * request has had within the last second: that waits for no disk, and costs less than to hand the
   * request over. All else is done by Grizzly's worker threads, as for any handler.
   */
  @Override
  public RequestExecutorProvider getRequestExecutorProvider() {
    return executors;
  }

  private @Nullable Executor executor(Request request) {
    return sendsAgain(request) ? null : super.getRequestExecutorProvider().getExecutor(request);
  }

  private boolean sendsAgain(Request request) {
    // A subclass may do anything before it serves the file.
    FileAnswer answer = getClass() == FileHandler.class ? FileAnswer.to(request) : null;
    String path = answer == null ? null : path(request);
    if (answer == null || path == null || path.isEmpty()) {
      return false;
    }
    if (path.endsWith("/")) {
      List<String> names = indexFiles;
      if (names.isEmpty()) {
        return false;
      }
      path += names.get(0);
    }
    return classPath == null
        ? answer.sendAgain(new Target.InRoot(root, path))
        : classPath.sendAgain(path.substring(1), answer);
  }

  /** Once, as every request meets it. */
  private void tellNotInstalled() {
    if (!told.getAndSet(true)) {
      LOG.log(
          Level.WARNING,
          "sendfile: \"{0}\" cannot serve files, as sendfile is not installed in the listener: call"
              + " Sendfile.install(server)",
          getName());
    }
  }

  /**
   * Responds in place of a file that is not there; by the server's error page 404. As in Grizzly's
   * own handlers, a subclass may do otherwise.
   */
  protected void onMissingResource(Request request, Response response) throws Exception {
    response.sendError(404);
  }

  /** The path below the context path, decoded; null if no file can have it. */
  private static @Nullable String path(Request request) {
    String uri = RequestPath.decoded(request.getRequestURI());
    String context = request.getContextPath();
    if (uri == null || context == null || context.isEmpty()) {
      return uri;
    }
    return uri.startsWith(context) ? uri.substring(context.length()) : null;
  }

  /** Why there is no answer by the file of that path, or by the index file; null if there is. */
  private @Nullable RefusalReason send(FileAnswer answer, String path) {
    return path.endsWith("/") ? sendIndex(answer, path) : sendFile(answer, path);
  }

  private @Nullable RefusalReason sendIndex(FileAnswer answer, String folder) {
    for (String name : indexFiles) {
      RefusalReason refused = sendFile(answer, folder + name);
      if (refused == null || refused.status() == 503) {
        return refused;
      }
    }
    return RefusalReason.MISSING;
  }

  private @Nullable RefusalReason sendFile(FileAnswer answer, String path) {
    if (path.isEmpty()) {
      return RefusalReason.NOT_REGULAR;
    }
    ClassPathFiles resources = classPath;
    if (resources == null) {
      return answer.send(new Target.InRoot(root, path));
    }
    try {
      Resource resource = resources.find(path.substring(1));
      return resource == null ? RefusalReason.MISSING : resource.send(answer);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "sendfile: a resource of " + getName() + " cannot be read", e);
      return RefusalReason.UNREADABLE;
    }
  }

  /** Class loaders find no folders in JARs. */
  private boolean mayBeFolder(String path, RefusalReason refused) {
    return !path.endsWith("/")
        && (refused == RefusalReason.NOT_REGULAR
            || (classPath != null && refused == RefusalReason.MISSING));
  }

  /** Relative, so that it is right behind a proxy that changes the beginning of paths. */
  private static void redirect(Request request, Response response) {
    String uri = request.getRequestURI();
    String query = request.getQueryString();
    String name = uri.substring(uri.lastIndexOf('/') + 1);
    response.setStatus(301);
    response.setHeader(
        Header.Location, "./" + name + '/' + (query == null || query.isEmpty() ? "" : "?" + query));
  }

  /** Closes what it has opened in JARs; another request opens it again. */
  @Override
  public void destroy() {
    if (classPath != null) {
      classPath.close();
    }
  }

  /**
   * Paths of request targets. Grizzly's own decoder takes a plus for a blank, which it is in forms
   * only, and resolves {@code ..}.
   */
  static final class RequestPath {
    private RequestPath() {}

    /**
     * A path, percent-decoded (RFC 3986 section 2.1) and read as UTF-8; null if it is malformed, or
     * no file can have it: with an encoded slash, a backslash, or a control character.
     *
     * @param raw as received, one character for each byte
     */
    static @Nullable String decoded(String raw) {
      for (int i = 0; i < raw.length(); i++) {
        char c = raw.charAt(i);
        if (c == '%' || c > '~') {
          return decodedBytes(raw);
        }
        if (c < ' ' || c == '\\') {
          return null;
        }
      }
      return raw.isEmpty() || raw.charAt(0) != '/' ? null : raw;
    }

    private static @Nullable String decodedBytes(String raw) {
      ByteBuffer bytes = ByteBuffer.allocate(raw.length());
      for (int i = 0; i < raw.length(); i++) {
        int c = raw.charAt(i);
        boolean escaped = c == '%';
        if (escaped) {
          if (i + 2 >= raw.length()) {
            return null;
          }
          int high = Character.digit(raw.charAt(++i), 16);
          int low = Character.digit(raw.charAt(++i), 16);
          c = high < 0 || low < 0 ? -1 : high << 4 | low;
        }
        if (c < ' ' || c > 0xFF || c == 0x7F || c == '\\' || (escaped && c == '/')) {
          return null;
        }
        bytes.put((byte) c);
      }
      try {
        CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(bytes.flip());
        return text.length() == 0 || text.charAt(0) != '/' ? null : text.toString();
      } catch (CharacterCodingException e) {
        return null;
      }
    }
  }
}
