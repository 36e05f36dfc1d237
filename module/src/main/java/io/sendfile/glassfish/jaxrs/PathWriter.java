package io.sendfile.glassfish.jaxrs;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Copies a returned {@link Path}, as Jersey does a File, where it is not handed off. Stateless.
 *
 * @see <a href="https://github.com/jakartaee/rest/issues/1274">jakartaee/rest#1274</a>
 */
public final class PathWriter implements MessageBodyWriter<Path> {
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
