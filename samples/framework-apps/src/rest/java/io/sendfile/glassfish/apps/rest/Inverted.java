package io.sendfile.glassfish.apps.rest;

import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Resources whose bytes are inverted on their way. */
@NameBinding
@Retention(RetentionPolicy.RUNTIME)
public @interface Inverted {
  /** Inverts them. */
  @Inverted
  class Inverter implements WriterInterceptor {
    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      OutputStream out = context.getOutputStream();
      context.setOutputStream(
          new FilterOutputStream(out) {
            @Override
            public void write(int b) throws IOException {
              out.write(~b);
            }
          });
      context.proceed();
    }
  }
}
