package io.sendfile.glassfish.it.app;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Collects the body of the servlet and writes it, in upper case, after the servlet. */
@WebFilter("/wrapped/*")
public final class WrappingFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Collector collector = new Collector((HttpServletResponse) response);
    chain.doFilter(request, collector);
    byte[] body =
        collector.body.toString("UTF-8").toUpperCase(java.util.Locale.ROOT).getBytes("UTF-8");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static final class Collector extends HttpServletResponseWrapper {
    final ByteArrayOutputStream body = new ByteArrayOutputStream();

    Collector(HttpServletResponse response) {
      super(response);
    }

    @Override
    public ServletOutputStream getOutputStream() {
      return new ServletOutputStream() {
        @Override
        public void write(int b) {
          body.write(b);
        }

        @Override
        public boolean isReady() {
          return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
          throw new UnsupportedOperationException("blocking only");
        }
      };
    }

    @Override
    public void flushBuffer() {
      // The body stays here until the servlet has ended.
    }
  }
}
