package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.pwc.PwcWebModule;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.Target;
import io.sendfile.grizzly.filter.StaticFile;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestListener;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EventListener;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Realm;
import org.apache.catalina.Wrapper;
import org.apache.catalina.authenticator.AuthenticatorBase;
import org.apache.catalina.core.StandardContext;
import org.glassfish.grizzly.http.Note;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.util.AlternateDocBase;
import org.glassfish.grizzly.http.server.util.MappingData;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.web.valve.GlassFishValve;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file that GlassFish's servlet for static files would send for a request. Uses
 * GlassFish's own mapper, so that a change of virtual servers and each deployment take effect at
 * once. Thread-safe.
 */
public final class CatalinaStaticFiles {
  /**
   * The result for a request before it reaches the web container.
   *
   * @param file the file, which may not exist; null if the request stays with GlassFish
   * @param why tells why it stays there: the rest of a sentence, without its end
   * @param application tells whose servlet answers it; empty for none
   */
  public record Finding(
      @Nullable StaticFile file, Supplier<String> why, Supplier<String> application) {
    private static Finding nothing(String why) {
      return new Finding(null, () -> why, () -> "");
    }
  }

  private static final Logger LOG = Logger.getLogger(CatalinaStaticFiles.class.getPackageName());
  private static final String DEFAULT_SERVLET = "org.apache.catalina.servlets.DefaultServlet";

  private static final String SERVLET =
      "a servlet of the application answers the request; ask for the value that it hands off, as"
          + " asadmin list-sendfile-refusals has it";

  static final Note<MappingData> MAPPING = Request.createNote("MappingData");

  private final Supplier<@Nullable ListenerMapper> mappers;
  private final boolean encodedSlash;
  private final Map<StandardContext, Path> folders =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Set<Object> awake;
  private final StaticThreshold threshold;

  private @Nullable ListenerMapper mapper;
  private boolean asked;

  /**
   * For one listener.
   *
   * @param mappers finds the listener's mapper, or null for no static files
   * @param awake applications that GlassFish has initialised by a request it answered itself;
   *     shared by the listeners, weak
   * @param threshold shared by the listeners
   * @param encodedSlash whether the listener takes {@code %2F} in paths
   */
  public CatalinaStaticFiles(
      Supplier<@Nullable ListenerMapper> mappers,
      Set<Object> awake,
      StaticThreshold threshold,
      boolean encodedSlash) {
    this.mappers = mappers;
    this.awake = awake;
    this.threshold = threshold;
    this.encodedSlash = encodedSlash;
  }

  /**
   * The file, if nothing but that servlet would see or change request and response; else null. The
   * opener finds out whether the file exists.
   */
  @Nullable StaticFile find(Request request) {
    try {
      DataChunk uri = request.getRequest().getRequestURIRef().getDecodedRequestURIBC(encodedSlash);
      return find(request.getRequest().serverName(), uri, () -> request.getHeaders("Cookie"))
          .file();
    } catch (Exception | LinkageError e) {
      // GlassFish reports the request's fault to the client.
      LOG.log(Level.FINE, "sendfile: a request is left to the server", e);
      return null;
    }
  }

  /**
   * The result for a request that an administrator asks about.
   *
   * @param virtualServer its name; empty for that of requests without Host
   * @param path of the URI, decoded
   * @param cookies values of the Cookie fields
   */
  public Finding find(String virtualServer, String path, List<String> cookies) {
    DataChunk host = DataChunk.newInstance();
    if (!virtualServer.isEmpty()) {
      host.setString(virtualServer);
    }
    DataChunk uri = DataChunk.newInstance();
    uri.setChars(path.toCharArray(), 0, path.length());
    try {
      return find(host, uri, () -> cookies);
    } catch (Exception | LinkageError e) {
      return Finding.nothing("GlassFish's mapper does not take the request: " + e);
    }
  }

  private Finding find(DataChunk host, DataChunk uri, Supplier<Iterable<String>> cookies)
      throws Exception {
    ListenerMapper known = mapper();
    if (known == null) {
      return Finding.nothing("the listener serves no web applications");
    }
    if (!isPlain(uri.toString())) {
      return Finding.nothing("GlassFish puts the path right first");
    }
    MappingData found = known.map(host, uri);
    if (!(found.context instanceof StandardContext context)
        || !(found.wrapper instanceof Wrapper wrapper)) {
      return Finding.nothing("no web application has this path");
    }
    if (found.redirectPath.isNull() && !DEFAULT_SERVLET.equals(wrapper.getServletClassName())) {
      return new Finding(null, () -> SERVLET, () -> originOf(context).application());
    }
    String ofContext = obstacle(found, context, wrapper);
    String obstacle =
        ofContext == null && BareContext.mayHaveSession(context, cookies.get())
            ? "the request has a session cookie"
            : ofContext;
    return obstacle == null
        ? file(context, found.wrapperPath.toString())
        : new Finding(null, () -> ofRoot(context) + obstacle, () -> "");
  }

  /** The beginning of what is told of a path that no other application has; else empty. */
  private static String ofRoot(Context context) {
    if (!context.getPath().isEmpty()) {
      return "";
    }
    String others =
        Stream.of(context.getParent().findChildren())
            .map(other -> other instanceof Context each ? each.getPath() : "")
            .filter(path -> !path.isEmpty())
            .sorted()
            .collect(Collectors.joining(", "));
    return "no application has this path but that at /, by default the docroot; others are at %s; "
        .formatted(others.isEmpty() ? "no path" : others);
  }

  /**
   * Whether a decoded path begins with a slash, has none doubled, no {@code .} or {@code ..}
   * element, no parameters, backslash or control character, and no element {@code WEB-INF} or
   * {@code META-INF}. GlassFish would first normalise others, which are left to it.
   */
  static boolean isPlain(String path) {
    if (path.isEmpty() || path.charAt(0) != '/') {
      return false;
    }
    int start = 1;
    for (int i = 1; i <= path.length(); i++) {
      char c = i < path.length() ? path.charAt(i) : '/';
      if (c == '/') {
        if (!isPlain(path, start, i)) {
          return false;
        }
        start = i + 1;
      } else if (c == ';' || c == '\\' || Character.isISOControl(c)) {
        return false;
      }
    }
    return true;
  }

  /** Only the last element may be empty. */
  private static boolean isPlain(String path, int start, int end) {
    int length = end - start;
    return switch (length) {
      case 0 -> end == path.length();
      case 1 -> path.charAt(start) != '.';
      case 2 -> !path.startsWith("..", start);
      case 7 -> !path.regionMatches(true, start, "WEB-INF", 0, length);
      case 8 -> !path.regionMatches(true, start, "META-INF", 0, length);
      default -> true;
    };
  }

  private @Nullable String obstacle(MappingData found, StandardContext context, Wrapper wrapper) {
    if (!found.redirectPath.isNull()) {
      return "GlassFish redirects the request";
    }
    return awake.contains(context)
        ? BareContext.obstacle(context, wrapper)
        : "GlassFish itself answers the first request of an application; send one that it answers";
  }

  /**
   * Marks the application of a request that GlassFish itself has answered; from now on its servlet
   * hands off. The first request of an application creates its authentication under its class
   * loader; created from here, that would stay broken.
   */
  void answeredByServer(Request request) {
    MappingData found = request.getNote(MAPPING);
    if (mapper() != null && found != null && found.context instanceof StandardContext context) {
      awake.add(context);
      if (found.wrapper instanceof Wrapper wrapper) {
        threshold.lower(wrapper);
      }
    }
  }

  /** At its first request the listener has its mapper, or will never have one. */
  private synchronized @Nullable ListenerMapper mapper() {
    if (!asked) {
      asked = true;
      mapper = mappers.get();
    }
    return mapper;
  }

  private Finding file(StandardContext context, @Nullable String path) {
    Path folder = path == null || path.endsWith("/") ? null : folder(context, path);
    return folder == null || path == null
        ? Finding.nothing("it is a folder, or GlassFish does not tell where the files are")
        : new Finding(
            new StaticFile(
                new Target.Static(folder, path), mediaType(context, path), originOf(context)),
            () -> "",
            () -> "");
  }

  /**
   * The origin of a context's hand-off.
   *
   * @param context as found by GlassFish's mapper for a request; not always a web application
   */
  static Origin originOf(@Nullable Object context) {
    if (!(context instanceof PwcWebModule module)) {
      return Origin.UNKNOWN;
    }
    Container host = module.getParent();
    return new Origin(
        ApplicationListeners.application(Objects.requireNonNullElse(module.getID(), "")),
        host == null ? "" : host.getName());
  }

  /** By the mime-mappings of the application and of GlassFish's default-web.xml. */
  static @Nullable String mediaType(StandardContext context, String path) {
    return context.getServletContext().getMimeType(path);
  }

  private @Nullable Path folder(StandardContext context, String path) {
    List<AlternateDocBase> alternates = ContainerCalls.alternateDocBases(context);
    if (alternates == null || alternates.isEmpty()) {
      Path known = folders.get(context);
      return known == null ? found(context) : known;
    }
    AlternateDocBase match = AlternateDocBase.findMatch(path, alternates);
    return match == null ? above(context, path) : absolute(match.getBasePath());
  }

  /** Not by computeIfAbsent: requests to all applications would wait for the disk of one. */
  private @Nullable Path found(StandardContext context) {
    Path folder = absolute(context.getRealPath("/"));
    if (folder != null) {
      folders.put(context, folder);
    }
    return folder;
  }

  /**
   * With alternate docroots, one of which may have the path "/", only GlassFish can find the file.
   */
  private static @Nullable Path above(StandardContext context, String path) {
    Path folder = absolute(context.getRealPath(path));
    Path below = Path.of(path.substring(1));
    if (folder == null || !folder.endsWith(below)) {
      return null;
    }
    for (int i = 0; i < below.getNameCount() && folder != null; i++) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static @Nullable Path absolute(@Nullable String folder) {
    try {
      Path path = folder == null ? null : Path.of(folder).normalize();
      return path != null && path.isAbsolute() ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /**
   * Whether nothing in a web application but the servlet sees a request and its response. Checked
   * for every request, since valves, such as that of the access log, come and go.
   */
  static final class BareContext {
    private BareContext() {}

    /**
     * The obstacle in the application or its virtual server: a part that sees or changes request or
     * response, or serves files by other rules; null for none.
     */
    static @Nullable String obstacle(StandardContext context, Wrapper wrapper) {
      if (!context.getAvailable() || context.getPaused() || wrapper.isUnavailable()) {
        return "the application is not at work";
      }
      if (!context.findFilterMaps().isEmpty()) {
        return "the application has filters";
      }
      if (!noneSeesRequests(context)) {
        return "the application has listeners of requests";
      }
      if (context.hasAdHocPaths()) {
        return "GlassFish has added ad-hoc paths to the application";
      }
      if (!context.isFilesystemBased()) {
        return "the application's files are not in a folder";
      }
      if (context.isAllowLinking()) {
        return "allowLinking is set, so GlassFish follows symbolic links";
      }
      if (!isPassedThrough(wrapper) || !onlyAuthenticates(context.getPipeline())) {
        return "the application has valves";
      }
      if (!isPassedThrough(context.getParent())) {
        return "the virtual server has valves, such as that of the access log or of single sign-on";
      }
      return needsNoAuthentication(context)
          ? null
          : "each request to the application is judged by a security policy";
    }

    /** A servlet, or a virtual server and the engine above it. */
    private static boolean isPassedThrough(Container container) {
      for (Container c = container; c != null && !(c instanceof Context); c = c.getParent()) {
        if (c.getPipeline().hasNonBasicValves() || c.hasCustomPipeline()) {
          return false;
        }
      }
      return true;
    }

    /**
     * Every application of GlassFish has an authenticating valve. Valves in the style of Tomcat
     * cannot be listed; they are added before it, with the application, and then it is not listed
     * either.
     */
    private static boolean onlyAuthenticates(Pipeline pipeline) {
      GlassFishValve[] valves = pipeline.getValves();
      for (GlassFishValve valve : valves) {
        if (valve != pipeline.getBasic() && !(valve instanceof AuthenticatorBase)) {
          return false;
        }
      }
      return valves.length > 1 || !pipeline.hasNonBasicValves();
    }

    /**
     * Calls the method that this valve calls; the result is the same for all paths. False for an
     * application whose requests all go to a policy, even if that permits everything.
     */
    private static boolean needsNoAuthentication(StandardContext context) {
      Realm realm = context.getRealm();
      return !context.hasConstraints()
          && (realm == null || realm.findSecurityConstraints("/", "GET", context) == null);
    }

    private static boolean noneSeesRequests(StandardContext context) {
      for (EventListener listener : context.getApplicationEventListeners()) {
        if (listener instanceof ServletRequestListener
            || listener instanceof ServletRequestAttributeListener) {
          return false;
        }
      }
      return true;
    }

    /** Whether a request may have a session, whose use the container must see. */
    static boolean mayHaveSession(StandardContext context, Iterable<String> cookieFields) {
      String name = context.getSessionCookieName();
      // HTTP/2 may send several fields.
      for (String cookies : cookieFields) {
        if (name == null || cookies.contains(name)) {
          return true;
        }
      }
      return false;
    }
  }
}
