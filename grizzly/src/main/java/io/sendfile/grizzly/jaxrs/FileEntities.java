package io.sendfile.grizzly.jaxrs;

import io.sendfile.core.content.PassedFile;
import io.sendfile.spi.Escapes;
import jakarta.annotation.Priority;
import jakarta.inject.Provider;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response.Status.Family;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.jersey.internal.spi.AutoDiscoverable;
import org.jspecify.annotations.Nullable;

/**
 * Hands off the files that resources return, in each Jakarta REST application that does not set the
 * property {@value #PROPERTY} to false. Stateless.
 */
@ConstrainedTo(RuntimeType.SERVER)
public class FileEntities implements AutoDiscoverable {
  /** Property of an application: false leaves its files to Jersey. */
  static final String PROPERTY = "io.sendfile.files";

  private final Class<? extends FileHandOff> handOff;

  /** For applications that Jersey runs on a Grizzly server without servlets. */
  public FileEntities() {
    this(OfGrizzly.class);
  }

  /**
   * For another container of Jersey.
   *
   * @param handOff knows its requests
   */
  protected FileEntities(Class<? extends FileHandOff> handOff) {
    this.handOff = handOff;
  }

  @Override
  public void configure(FeatureContext context) {
    Object wanted = context.getConfiguration().getProperty(PROPERTY);
    if (wanted == null || !wanted.toString().equalsIgnoreCase("false")) {
      context.register(FileHandOff.FinalStatus.class);
      context.register(handOff);
    }
    context.register(PlainPathWriter.class);
  }

  /**
   * Copies a returned {@link Path}, as Jersey does a File, where it is not handed off. Stateless.
   *
   * @see <a href="https://github.com/jakartaee/rest/issues/1274">jakartaee/rest#1274</a>
   */
  public static final class PlainPathWriter implements MessageBodyWriter<Path> {
    @Override
    public boolean isWriteable(
        Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
      return Path.class.isAssignableFrom(type);
    }

    @Override
    public void writeTo(
        Path file,
        Class<?> type,
        Type genericType,
        Annotation[] annotations,
        MediaType mediaType,
        MultivaluedMap<String, Object> fields,
        OutputStream out)
        throws IOException {
      FileHandOff.check(file);
      Files.copy(file, out);
    }
  }

  /** The requests of Grizzly's own handlers. */
  @Priority(Integer.MAX_VALUE)
  public static final class OfGrizzly extends FileHandOff {
    @Context private @Nullable Provider<Request> request;

    @Override
    protected @Nullable Object attribute(String name) {
      Request served = request == null ? null : request.get();
      return served == null ? null : served.getAttribute(name);
    }

    @Override
    protected void setAttribute(String name, Object value) {
      Objects.requireNonNull(request).get().setAttribute(name, value);
    }
  }

  /**
   * Passes the file of an entity to the module, in place of its bytes. It is the last interceptor,
   * so that it can see whether another one wants the bytes; subclasses repeat its priority.
   * Thread-safe: Jersey injects proxies of the current request.
   */
  public abstract static class FileHandOff implements WriterInterceptor {
    private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");
    private static final String JERSEY = "org.glassfish.jersey.";

    /** Keys of the map by which a stream supplies a part of a file. */
    private static final List<String> PART =
        List.of(PassedFile.FILE, PassedFile.POSITION, PassedFile.COUNT);

    private static final String OWN_STREAM = JERSEY + "message.internal.CommittingOutputStream";

    @Context private @Nullable Providers providers;

    /** An attribute of the current request; null if it has none, and if there is no request. */
    protected abstract @Nullable Object attribute(String name);

    /** Sets an attribute of the current request. */
    protected abstract void setAttribute(String name, Object value);

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      Path file = pathOf(context.getEntity());
      if (file == null || hasWriterOfItsOwn(context)) {
        context.proceed();
      } else if (!mayPass(context, file)) {
        check(file);
        context.proceed();
      } else {
        pass(plain(file), context.getEntity());
      }
    }

    /**
     * Opens it at once: another interceptor may delete it, or close the stream that keeps it, as
     * soon as this one has returned. One that cannot be sent is refused by the module.
     */
    @SuppressWarnings("unchecked")
    private void pass(Path file, Object entity) throws IOException {
      if (attribute(PassedFile.OPENER) instanceof ToLongFunction<?> opener) {
        long unused = ((ToLongFunction<Object>) opener).applyAsLong(file);
      }
      attributesOf(entity).forEach(this::setAttribute);
      setAttribute(PassedFile.FILE, file);
      if (entity instanceof Closeable stream) {
        stream.close();
      }
    }

    /**
     * Has Jersey answer 404 for what is no file that can be read: its own exception would show the
     * client the path.
     */
    static void check(Path file) {
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        LOG.log(
            Level.INFO,
            () ->
                "sendfile: '"
                    + Escapes.forLog(file.toString())
                    + "', which a resource of Jakarta REST returns, is no file that can be read;"
                    + " the client gets 404");
        throw new NotFoundException();
      }
    }

    /**
     * The path without {@code ..}, which is resolved as the system does: what stands before it may
     * be a link. The last name stays, since it tells the media type. A path of nothing is refused.
     */
    private static Path plain(Path file) {
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

    /** Whether nobody else wants the bytes, and the module takes such a path. */
    private boolean mayPass(WriterInterceptorContext context, Path file) {
      return context.getProperty(FinalStatus.SUCCESSFUL_FILE) != null
          && Boolean.TRUE.equals(attribute(PassedFile.FILE))
          && context.getOutputStream().getClass().getName().equals(OWN_STREAM)
          && file.getFileSystem() == FileSystems.getDefault()
          && file.toString().chars().noneMatch(Character::isISOControl);
    }

    /** Whether the application has a writer of its own for such an entity. */
    private boolean hasWriterOfItsOwn(WriterInterceptorContext context) {
      MessageBodyWriter<?> writer =
          providers == null
              ? null
              : providers.getMessageBodyWriter(
                  context.getType(),
                  context.getGenericType(),
                  context.getAnnotations(),
                  context.getMediaType());
      return writer != null
          && !(writer instanceof PlainPathWriter)
          && !writer.getClass().getName().startsWith(JERSEY);
    }

    /**
     * The path behind an entity, whatever lies there: a File, a Path, or a stream that supplies its
     * path, or a part of it, as those of SendfileEntity do. Null for none.
     */
    static @Nullable Path pathOf(@Nullable Object entity) {
      if (entity instanceof Path path) {
        return path;
      }
      if (entity instanceof File file) {
        try {
          return file.toPath();
        } catch (InvalidPathException e) {
          return null;
        }
      }
      return attributesOf(entity).get(PassedFile.FILE) instanceof Path path ? path : null;
    }

    /** The attributes by which a stream of ours passes its file, or a part of it; else none. */
    private static Map<String, Object> attributesOf(@Nullable Object entity) {
      boolean stream = entity instanceof StreamingOutput || entity instanceof InputStream;
      Object supplied = stream && entity instanceof Supplier<?> supplier ? supplier.get() : null;
      Map<String, Object> attributes = new HashMap<>();
      if (supplied instanceof Path file) {
        attributes.put(PassedFile.FILE, file);
      } else if (supplied instanceof Map<?, ?> part) {
        PART.stream()
            .filter(part::containsKey)
            .forEach(name -> attributes.put(name, part.get(name)));
      }
      return attributes;
    }

    /**
     * Notes whether the response of a file succeeded, which interceptors cannot see: the body of an
     * error is the application's. Response filters run in falling priority, so this one sees the
     * status that they leave. Stateless.
     */
    @Priority(Integer.MIN_VALUE)
    public static final class FinalStatus implements ContainerResponseFilter {
      /** Property of a request: TRUE if its response succeeded, and has a file as its entity. */
      static final String SUCCESSFUL_FILE = "io.sendfile.successful-file";

      @Override
      public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        boolean successful = response.getStatusInfo().getFamily() == Family.SUCCESSFUL;
        if (successful && pathOf(response.getEntity()) != null) {
          request.setProperty(SUCCESSFUL_FILE, true);
        }
      }
    }
  }
}
