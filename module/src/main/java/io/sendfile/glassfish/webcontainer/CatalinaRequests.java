package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.WebContainer;
import com.sun.enterprise.web.WebModule;
import io.sendfile.core.content.FileAttributes;
import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.files.Origin;
import io.sendfile.grizzly.filter.ServletLayer;
import io.sendfile.grizzly.filter.StaticFile;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Container;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.glassfish.grizzly.http.Note;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.util.MappingData;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.jspecify.annotations.Nullable;

/**
 * The requests of GlassFish's web container, which are attached to Grizzly's by a note. Only they
 * have the attributes that applications set.
 */
public final class CatalinaRequests implements ServletLayer {
  private static final Logger LOG = Logger.getLogger(CatalinaRequests.class.getPackageName());

  private static final Note<Object> SERVLET_REQUEST =
      Request.createNote("org.apache.catalina.connector.Request");

  /** GlassFish's servlet for static files, which sets itself as an attribute. */
  private static final String DEFAULT_SERVLET = "org.apache.catalina.servlets.DefaultServlet";

  private final CatalinaStaticFiles staticFiles;
  private final ApplicationListeners applications;

  public CatalinaRequests(CatalinaStaticFiles staticFiles, ApplicationListeners applications) {
    this.applications = applications;
    this.staticFiles = staticFiles;
  }

  @Override
  public @Nullable StaticFile staticFile(Request request) {
    return staticFiles.find(request);
  }

  @Override
  public Origin origin(Request request) {
    MappingData found = request.getNote(CatalinaStaticFiles.MAPPING);
    return found == null ? Origin.UNKNOWN : CatalinaStaticFiles.originOf(found.context);
  }

  @Override
  public String servlet(Request request) {
    MappingData found = request.getNote(CatalinaStaticFiles.MAPPING);
    return found != null && found.wrapper instanceof Wrapper servlet
        ? Objects.requireNonNullElse(servlet.getName(), "")
        : "";
  }

  @Override
  public @Nullable String mediaType(Request request, String name) {
    MappingData found = request.getNote(CatalinaStaticFiles.MAPPING);
    return found != null && found.context instanceof StandardContext context
        ? CatalinaStaticFiles.mediaType(context, name)
        : null;
  }

  /**
   * An application's media type for files of that name, without a request; null if it has none, or
   * is not deployed. Of several web modules of an application, the first that has one counts.
   *
   * @param origin its name; an empty virtual server means any
   */
  public static @Nullable String mediaType(ServiceLocator locator, Origin origin, String name) {
    ServiceHandle<WebContainer> web = locator.getServiceHandle(WebContainer.class);
    if (origin.application().isEmpty() || web == null || !web.isActive()) {
      return null;
    }
    for (Container host : web.getService().getEngine().findChildren()) {
      for (Container module : host.findChildren()) {
        if (module instanceof StandardContext context && includes(origin, context)) {
          String type = CatalinaStaticFiles.mediaType(context, name);
          if (type != null) {
            return type;
          }
        }
      }
    }
    return null;
  }

  private static boolean includes(Origin asked, StandardContext context) {
    Origin own = CatalinaStaticFiles.originOf(context);
    return own.application().equals(asked.application())
        && (asked.virtualServer().isEmpty() || own.virtualServer().equals(asked.virtualServer()));
  }

  @Override
  public @Nullable Consumer<Map<String, Object>> listener(Request request) {
    MappingData found = request.getNote(CatalinaStaticFiles.MAPPING);
    if (found == null
        || !(found.context instanceof WebModule module)
        || !(request.getNote(SERVLET_REQUEST) instanceof ServletRequest servlet)) {
      return null;
    }
    try {
      Object value = servlet.getAttribute(LISTENER);
      return value == null ? null : applications.receiver(module, value);
    } catch (RuntimeException | LinkageError e) {
      LOG.log(
          Level.WARNING,
          "sendfile: the listener of an application was not notified; please report this",
          e);
      return null;
    }
  }

  @Override
  public @Nullable String clientName(Request request, boolean principal) {
    if (!(request.getNote(SERVLET_REQUEST) instanceof HttpServletRequest servlet)) {
      return null;
    }
    try {
      Object name = servlet.getAttribute(CLIENT);
      Principal user = name == null && principal ? servlet.getUserPrincipal() : null;
      Object found = user == null ? name : user.getName();
      return found instanceof String text ? text : null;
    } catch (RuntimeException | LinkageError e) {
      LOG.log(
          Level.WARNING,
          "sendfile: the name of a client is unknown, so its address counts; please report this",
          e);
      return null;
    }
  }

  @Override
  public void answeredByServer(Request request) {
    staticFiles.answeredByServer(request);
  }

  @Override
  public @Nullable FileAttributes fileAttributes(Request request) {
    ServletRequest servlet = inUse(request);
    if (servlet == null) {
      return null;
    }
    ServletContext context = servlet.getServletContext();
    Object filename = servlet.getAttribute(FileAttributes.FILENAME);
    if (filename == null) {
      return null;
    }
    boolean byServer = isDefaultServlet(servlet.getAttribute(FileAttributes.TOKEN));
    List<Path> folders = new ArrayList<>(2);
    addFolder(folders, context);
    if (!byServer) {
      addFolder(folders, context.getContext("/"));
    }
    return new FileAttributes(
        filename,
        servlet.getAttribute(FileAttributes.START),
        servlet.getAttribute(FileAttributes.END),
        folders,
        byServer);
  }

  @Override
  public @Nullable HandOffAttributes passedFile(Request request) {
    ServletRequest servlet = inUse(request);
    return servlet == null ? null : HandOffAttributes.passed(servlet::getAttribute);
  }

  /** The container's request; null for a recycled one, which has no context. */
  private static @Nullable ServletRequest inUse(Request request) {
    return request.getNote(SERVLET_REQUEST) instanceof ServletRequest servlet
            && servlet.getServletContext() != null
        ? servlet
        : null;
  }

  private static boolean isDefaultServlet(@Nullable Object token) {
    return token != null && token.getClass().getName().equals(DEFAULT_SERVLET);
  }

  private static void addFolder(List<Path> folders, @Nullable ServletContext context) {
    String folder = context == null ? null : context.getRealPath("/");
    if (folder != null) {
      try {
        folders.add(Path.of(folder).toAbsolutePath().normalize());
      } catch (InvalidPathException e) {
        // The locale cannot encode the name; the files of that folder cannot be opened either.
        return;
      }
    }
  }
}
