package io.sendfile.glassfish.it.app;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Plays {@code before} and {@code after} around the servlet. */
@WebFilter("/filtered/*")
public final class HandOffFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest in = (HttpServletRequest) request;
    HttpServletResponse out = (HttpServletResponse) response;
    Steps.play("before", in, out);
    chain.doFilter(request, response);
    Steps.play("after", in, out);
  }
}
