package io.sendfile.glassfish.application;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response.Status.Family;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Hands off the files that Jakarta REST resources return, in an application that brings an
 * implementation of its own, such as RESTEasy or CXF: a File, a Path, a {@link SendfileEntity} or a
 * {@link SendfilePart}. Elsewhere it copies a Path, as the implementation copies a File. The
 * property {@code io.sendfile.files} set to false leaves files to the implementation.
 *
 * <p>Implementations of Jakarta REST 3.1 find it by themselves; where one does not, the application
 * registers it. It does nothing in Jersey, where glassfish-sendfile hands off without it, and in
 * clients. Stateless.
 */
public final class SendfileFeature implements Feature {
  private static final String PROPERTY = "io.sendfile.files";

  @Override
  public boolean configure(FeatureContext context) {
    Configuration configuration = context.getConfiguration();
    if (configuration.getRuntimeType() != RuntimeType.SERVER
        || context.getClass().getName().startsWith("org.glassfish.jersey.")) {
      return false;
    }
    context.register(PathWriter.class);
    if (hasServlets()
        && !"false".equalsIgnoreCase(String.valueOf(configuration.getProperty(PROPERTY)))) {
      // The last ones: they see the final status, and whether somebody else wants the bytes.
      context.register(
          HandOff.class,
          Map.of(
              ContainerResponseFilter.class,
              Integer.MIN_VALUE,
              WriterInterceptor.class,
              Integer.MAX_VALUE));
    }
    return true;
  }

  private static boolean hasServlets() {
    try {
      ClassLoader loader = SendfileFeature.class.getClassLoader();
      Class.forName("jakarta.servlet.http.HttpServletRequest", false, loader);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Copies a returned Path where it is not handed off. Stateless. */
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
      SendfilePart.copy(file, 0, -1, out);
    }
  }

  /**
   * Passes the file of an entity in place of its bytes. Thread-safe: implementations inject proxies
   * of the current request.
   */
  public static final class HandOff implements ContainerResponseFilter, WriterInterceptor {
    /** Property of a request: TRUE if its response succeeded; the body of an error is copied. */
    private static final String SUCCESSFUL = "io.sendfile.successful";

    @Context private HttpServletRequest request;
    @Context private HttpServletResponse response;
    @Context private Providers providers;

    @Override
    public void filter(ContainerRequestContext asked, ContainerResponseContext answer) {
      if (answer.getStatusInfo().getFamily() == Family.SUCCESSFUL) {
        asked.setProperty(SUCCESSFUL, true);
      }
    }

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      Object entity = context.getEntity();
      Path file = fileOf(entity);
      if (file == null || hasWriterOfItsOwn(context)) {
        context.proceed();
      } else if (!mayPass(context, file)) {
        check(file);
        context.proceed();
      } else if (entity instanceof SendfilePart part) {
        SendfileResponse.transfer(request, response, file, part.position(), part.count());
      } else {
        SendfileResponse.send(request, response, file);
      }
    }

    /** The implementation would show the client the path of a file that is not there. */
    private static void check(Path file) throws IOException {
      try {
        Copy.of(file).close();
      } catch (FileNotFoundException e) {
        throw new NotFoundException(e);
      }
    }

    private static Path fileOf(Object entity) {
      if (entity instanceof File file) {
        try {
          return file.toPath();
        } catch (InvalidPathException e) {
          return null;
        }
      }
      if (entity instanceof SendfileEntity whole) {
        return whole.file();
      }
      if (entity instanceof FileStream stream) {
        return stream.get();
      }
      if (entity instanceof SendfilePart part) {
        return part.file();
      }
      return entity instanceof Path path ? path : null;
    }

    /** Whether nobody else wants the bytes. */
    private boolean mayPass(WriterInterceptorContext context, Path file) {
      return context.getProperty(SUCCESSFUL) != null
          && isOfImplementation(context.getOutputStream(), context)
          && takes(file);
    }

    private boolean takes(Path file) {
      try {
        return SendfileResponse.takes(request, response, file);
      } catch (RuntimeException e) {
        // Outside of a servlet, the injected proxy has no request.
        return false;
      }
    }

    /** Whether the application has a writer of its own for such an entity. */
    private boolean hasWriterOfItsOwn(WriterInterceptorContext context) {
      MessageBodyWriter<?> writer =
          providers.getMessageBodyWriter(
              context.getType(),
              context.getGenericType(),
              context.getAnnotations(),
              context.getMediaType());
      return !(writer instanceof PathWriter) && !isOfImplementation(writer, context);
    }

    /** Whether an object is of the implementation, told by the beginning of its package's name. */
    private static boolean isOfImplementation(Object object, WriterInterceptorContext context) {
      String[] parts = context.getClass().getName().split("\\.", 4);
      return object != null
          && object
              .getClass()
              .getName()
              .startsWith(parts[0] + '.' + parts[1] + '.' + parts[2] + '.');
    }
  }
}
