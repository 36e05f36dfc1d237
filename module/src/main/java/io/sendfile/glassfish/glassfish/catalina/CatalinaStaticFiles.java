package io.sendfile.glassfish.glassfish.catalina;

import io.sendfile.glassfish.content.Target;
import io.sendfile.glassfish.grizzly.StaticFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.glassfish.grizzly.http.Note;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.util.AlternateDocBase;
import org.glassfish.grizzly.http.server.util.MappingData;
import org.glassfish.grizzly.http.util.DataChunk;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file by which GlassFish's servlet for static files would answer a request, asking the
 * same mapper as GlassFish: so a change of virtual servers, and each deployment, holds at once.
 * Thread-safe.
 */
public final class CatalinaStaticFiles {
  private static final Logger LOG = Logger.getLogger(CatalinaStaticFiles.class.getPackageName());
  private static final String DEFAULT_SERVLET = "org.apache.catalina.servlets.DefaultServlet";

  static final Note<MappingData> MAPPING = Request.createNote("MappingData");

  private final Supplier<@Nullable ListenerMapper> mappers;
  private final boolean encodedSlash;
  private final Map<StandardContext, Path> folders =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Set<Object> awake;
  private final StaticThreshold threshold;
  private final CatalinaOrigins origins;

  private @Nullable ListenerMapper mapper;
  private boolean asked;

  /**
   * For one listener.
   *
   * @param mappers finds the listener's mapper, or null if it is to have no static files
   * @param awake applications that GlassFish has brought to life by a request it answered itself;
   *     shared by the listeners, does not keep an application from being forgotten
   * @param threshold shared by the listeners
   * @param origins tells which application it is
   * @param encodedSlash whether the listener takes {@code %2F} in paths
   */
  public CatalinaStaticFiles(
      Supplier<@Nullable ListenerMapper> mappers,
      Set<Object> awake,
      StaticThreshold threshold,
      CatalinaOrigins origins,
      boolean encodedSlash) {
    this.mappers = mappers;
    this.awake = awake;
    this.threshold = threshold;
    this.origins = origins;
    this.encodedSlash = encodedSlash;
  }

  /**
   * The file, if nothing but that servlet would see or change request and response; else null. That
   * there is such a file is for the opener to find out.
   */
  @Nullable StaticFile find(Request request) {
    try {
      DataChunk uri = request.getRequest().getRequestURIRef().getDecodedRequestURIBC(encodedSlash);
      ListenerMapper known = mapper();
      if (known == null || !PlainPath.is(uri.toString())) {
        return null;
      }
      MappingData found = known.map(request.getRequest().serverName(), uri);
      return found.context instanceof StandardContext context
              && found.wrapper instanceof Wrapper wrapper
              && awake.contains(context)
              && found.redirectPath.isNull()
              && DEFAULT_SERVLET.equals(wrapper.getServletClassName())
              && BareContext.is(context, wrapper)
              && !BareContext.mayHaveSession(context, request)
          ? file(context, found.wrapperPath.toString())
          : null;
    } catch (Exception | LinkageError e) {
      // What is wrong with the request, GlassFish will tell the client.
      LOG.log(Level.FINE, "sendfile: a request is left to the server", e);
      return null;
    }
  }

  /**
   * A request was answered by GlassFish itself; from now on its servlet hands off. What decides
   * about authentication is made by the first request of an application, under its class loader;
   * asked from here before, it would be broken for good.
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

  /** When a request comes, the listener has its mapper, or will never have one. */
  private synchronized @Nullable ListenerMapper mapper() {
    if (!asked) {
      asked = true;
      mapper = mappers.get();
    }
    return mapper;
  }

  private @Nullable StaticFile file(StandardContext context, @Nullable String path) {
    Path folder = path == null || path.endsWith("/") ? null : folder(context, path);
    return folder == null || path == null
        ? null
        : new StaticFile(
            new Target.Static(folder, path), mediaType(context, path), origins.of(context));
  }

  private @Nullable Path folder(StandardContext context, String path) {
    List<AlternateDocBase> alternates = context.getAlternateDocBases();
    if (alternates != null && !alternates.isEmpty()) {
      AlternateDocBase match = AlternateDocBase.findMatch(path, alternates);
      if (match != null) {
        return absolute(match.getBasePath());
      }
    }
    return folders.computeIfAbsent(context, this::ownFolder);
  }

  /** Of a path that no alternate docroot has, for "/" may have one. */
  private @Nullable Path ownFolder(StandardContext context) {
    List<AlternateDocBase> alternates = context.getAlternateDocBases();
    return alternates == null || alternates.isEmpty()
        ? absolute(context.getRealPath("/"))
        : absolute(context.getDocBase());
  }

  private static @Nullable Path absolute(@Nullable String folder) {
    try {
      Path path = folder == null ? null : Path.of(folder).normalize();
      return path != null && path.isAbsolute() ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** By the mime-mappings of the application and of GlassFish's default-web.xml. */
  static @Nullable String mediaType(StandardContext context, String path) {
    return context.getServletContext().getMimeType(path);
  }
}
