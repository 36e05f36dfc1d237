package io.sendfile.glassfish.apps.boot;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Lets asynchronous requests end behind Spring Security: GlassFish 7 and 8 dispatch them by their
 * own dispatchers only, and Spring Security wraps these. Runs after its filters.
 */
public class ServersDispatchers extends HttpFilter {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(
        new HttpServletRequestWrapper(request) {
          @Override
          public AsyncContext startAsync(ServletRequest given, ServletResponse answer) {
            return super.startAsync(new Dispatched((HttpServletRequest) given), answer);
          }
        },
        response);
  }

  private static final class Dispatched extends HttpServletRequestWrapper {
    Dispatched(HttpServletRequest request) {
      super(request);
    }

    @Override
    public RequestDispatcher getRequestDispatcher(String path) {
      ServletRequest server = getRequest();
      while (server instanceof ServletRequestWrapper wrapper) {
        server = wrapper.getRequest();
      }
      return server.getRequestDispatcher(path);
    }
  }
}
