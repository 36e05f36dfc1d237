package io.sendfile.glassfish.it.app;

import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.File;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;

/** Resources whose file is deleted as soon as it is written. */
@NameBinding
@Retention(RetentionPolicy.RUNTIME)
public @interface Temporary {
  /** Deletes it. */
  @Temporary
  class Deleter implements WriterInterceptor {
    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      File file = (File) context.getEntity();
      try {
        context.proceed();
      } finally {
        Files.delete(file.toPath());
      }
    }
  }
}
