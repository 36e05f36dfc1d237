package io.sendfile.glassfish.spring;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.ResourceHttpMessageConverter;

/** Writes resources: hands off those that are files, copies the others as Spring does. */
final class FileConverter extends ResourceHttpMessageConverter {
  /** Spring's own converter stays behind this one, and reads as it was configured to. */
  @Override
  public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
    return false;
  }

  @Override
  protected void writeInternal(Resource resource, HttpOutputMessage message) throws IOException {
    if (!FileResource.handOff(resource, message)) {
      FileResource.check(resource);
      super.writeInternal(resource, message);
    }
  }

  @Override
  protected @Nullable Long getContentLength(Resource resource, @Nullable MediaType mediaType)
      throws IOException {
    FileResource.check(resource);
    return super.getContentLength(resource, mediaType);
  }

  /** A resource handler asks for this in answer to HEAD, and for nothing else. */
  @Override
  public void addDefaultHeaders(
      HttpOutputMessage message, Resource resource, @Nullable MediaType mediaType)
      throws IOException {
    super.addDefaultHeaders(message, resource, mediaType);
    FileResource.handOff(resource, message);
  }
}
