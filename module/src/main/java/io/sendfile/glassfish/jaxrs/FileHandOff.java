package io.sendfile.glassfish.jaxrs;

import io.sendfile.core.content.HandOffAttributes.PassedFile;
import jakarta.annotation.Priority;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Passes the file of an entity to the module, in place of its bytes. It is the last interceptor, so
 * that it can see whether another one wants the bytes. Thread-safe: Jersey injects proxies of the
 * current request.
 */
@Priority(Integer.MAX_VALUE)
public final class FileHandOff implements WriterInterceptor {
  private static final String JERSEY = "org.glassfish.jersey.";
  private static final String OWN_STREAM = JERSEY + "message.internal.CommittingOutputStream";

  @Context private @Nullable HttpServletRequest request;
  @Context private @Nullable Providers providers;

  @Override
  public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
    Path file = mayPass(context) ? FileEntity.fileOf(context.getEntity()) : null;
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
   * Opens it at once: another interceptor may delete it, or close the stream that keeps it, as soon
   * as this one has returned.
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

  private HttpServletRequest request() {
    return Objects.requireNonNull(request);
  }
}
