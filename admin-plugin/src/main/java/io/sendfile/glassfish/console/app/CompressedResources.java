package io.sendfile.glassfish.console.app;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Collections;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Compresses scripts, style sheets and the figures of charts. Not pages: the length of a compressed
 * page with a secret tells that to whoever can put guesses into it (BREACH). Faces can compress its
 * resources itself, but without {@code Vary}.
 */
public class CompressedResources extends HttpFilter {
  private static final long serialVersionUID = 1L;

  /** The coding among those that a client accepts, if not with the weight 0. */
  private static final Pattern GZIP =
      Pattern.compile(
          "(?:^|,)\\s*gzip\\s*(?:$|,|;\\s*q=(?!0(?:\\.0*)?\\s*(?:$|,)))", Pattern.CASE_INSENSITIVE);

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!request.getServletPath().matches(".*\\.(css|js)(\\.xhtml)?|/live|/history")) {
      chain.doFilter(request, response);
      return;
    }
    response.setHeader("Vary", "Accept-Encoding");
    String accepted = String.join(",", Collections.list(request.getHeaders("Accept-Encoding")));
    if (request.getHeader("Range") != null || !GZIP.matcher(accepted).find()) {
      chain.doFilter(request, response);
      return;
    }
    Compressed compressed = new Compressed(response);
    chain.doFilter(request, compressed);
    compressed.finish();
  }

  /** A response with another length than it is told. */
  private static final class Compressed extends HttpServletResponseWrapper {
    private @Nullable GzipStream stream;

    Compressed(HttpServletResponse response) {
      super(response);
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      if (stream == null) {
        stream = new GzipStream(this, super.getOutputStream());
      }
      return stream;
    }

    @Override
    public void setContentLength(int length) {}

    @Override
    public void setContentLengthLong(long length) {}

    void finish() throws IOException {
      if (stream != null) {
        stream.finish();
      }
    }
  }

  /** Begins with the first byte: a response without a body stays so. */
  private static final class GzipStream extends ServletOutputStream {
    private final HttpServletResponse response;
    private final ServletOutputStream out;
    private @Nullable GZIPOutputStream gzip;

    GzipStream(HttpServletResponse response, ServletOutputStream out) {
      this.response = response;
      this.out = out;
    }

    private GZIPOutputStream gzip() throws IOException {
      if (gzip == null) {
        response.setHeader("Content-Encoding", "gzip");
        gzip = new GZIPOutputStream(out);
      }
      return gzip;
    }

    @Override
    public void write(int b) throws IOException {
      gzip().write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0) {
        gzip().write(bytes, offset, length);
      }
    }

    /** The end is written by {@link #finish} alone. */
    @Override
    public void close() {}

    void finish() throws IOException {
      if (gzip != null) {
        gzip.finish();
      }
    }

    @Override
    public boolean isReady() {
      return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      out.setWriteListener(listener);
    }
  }
}
