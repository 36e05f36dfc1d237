package io.sendfile.glassfish.jaxrs;

import io.sendfile.core.content.HandOffAttributes.PassedFile;
import jakarta.annotation.Priority;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.ConstrainedTo;
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
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.glassfish.jersey.internal.spi.AutoDiscoverable;
import org.jspecify.annotations.Nullable;

/**
 * Hands off the files that resources return, in each Jakarta REST application of the server that
 * does not set the property {@value #PROPERTY} to false. Stateless.
 */
@ConstrainedTo(RuntimeType.SERVER)
public final class FileEntities implements AutoDiscoverable {
  /** Property of an application: false leaves its files to Jersey. */
  static final String PROPERTY = "io.sendfile.files";

  @Override
  public void configure(FeatureContext context) {
    Object wanted = context.getConfiguration().getProperty(PROPERTY);
    if (wanted == null || !wanted.toString().equalsIgnoreCase("false")) {
      context.register(FileHandOff.FinalStatus.class);
      context.register(FileHandOff.class);
    }
    context.register(PathWriter.class);
  }

  /**
   * Copies a returned {@link Path}, as Jersey does a File, where it is not handed off. Stateless.
   *
   * @see <a href="https://github.com/jakartaee/rest/issues/1274">jakartaee/rest#1274</a>
   */
  public static final class PathWriter implements MessageBodyWriter<Path> {
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
      Files.copy(file, out);
    }
  }

  /**
   * Passes the file of an entity to the module, in place of its bytes. It is the last interceptor,
   * so that it can see whether another one wants the bytes. Thread-safe: Jersey injects proxies of
   * the current request.
   */
  @Priority(Integer.MAX_VALUE)
  public static final class FileHandOff implements WriterInterceptor {
    private static final String JERSEY = "org.glassfish.jersey.";
    private static final String OWN_STREAM = JERSEY + "message.internal.CommittingOutputStream";

    @Context private @Nullable HttpServletRequest request;
    @Context private @Nullable Providers providers;

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      Path file = mayPass(context) ? fileOf(context.getEntity()) : null;
      if (file == null || !open(file)) {
        context.proceed();
        return;
      }
      request().setAttribute(PassedFile.FILE, file);
      if (context.getEntity() instanceof Closeable stream) {
        stream.close();
      }
    }

    /**
     * Opens it at once: another interceptor may delete it, or close the stream that keeps it, as
     * soon as this one has returned.
     *
     * @return false if it cannot be sent, which Jersey reports as it always does
     */
    @SuppressWarnings("unchecked")
    private boolean open(Path file) {
      try {
        return !(request().getAttribute(PassedFile.OPENER) instanceof ToLongFunction<?> opener)
            || ((ToLongFunction<Object>) opener).applyAsLong(file) >= -1;
      } catch (UncheckedIOException e) {
        return false;
      }
    }

    private boolean mayPass(WriterInterceptorContext context) {
      return context.getProperty(FinalStatus.SUCCESSFUL_FILE) != null
          && request != null
          && Boolean.TRUE.equals(request().getAttribute(PassedFile.FILE))
          && context.getOutputStream().getClass().getName().equals(OWN_STREAM)
          && !hasWriterOfItsOwn(context);
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
          && !(writer instanceof PathWriter)
          && !writer.getClass().getName().startsWith(JERSEY);
    }

    /**
     * The regular file behind an entity: a File, a Path, or a stream that supplies its path, as
     * those of SendfileEntity do. Null for none; null, too, if it cannot be read, which Jersey
     * reports as it always does, and if its path has {@code ..} or control characters, which are
     * refused.
     */
    static @Nullable Path fileOf(@Nullable Object entity) {
      Path path = pathOf(entity);
      return path != null
              && path.getFileSystem() == FileSystems.getDefault()
              && isPlain(path)
              && Files.isRegularFile(path)
              && Files.isReadable(path)
          ? path
          : null;
    }

    private static boolean isPlain(Path path) {
      return path.equals(path.normalize())
          && path.toString().chars().noneMatch(Character::isISOControl);
    }

    /** The path behind an entity, whatever lies there; null for none. */
    private static @Nullable Path pathOf(@Nullable Object entity) {
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
      boolean stream = entity instanceof StreamingOutput || entity instanceof InputStream;
      return stream && entity instanceof Supplier<?> supplier && supplier.get() instanceof Path path
          ? path
          : null;
    }

    private HttpServletRequest request() {
      return Objects.requireNonNull(request);
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
