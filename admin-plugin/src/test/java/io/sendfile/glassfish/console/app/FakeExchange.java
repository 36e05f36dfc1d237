package io.sendfile.glassfish.console.app;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request, its response, and the sessions of our application. */
final class FakeExchange {
  final Map<String, String> headers = new HashMap<>(Map.of("Host", "admin.example:4848"));
  final Map<String, Object> attributes = new HashMap<>();
  final Map<String, String> answered = new HashMap<>();
  final List<FakeSession> sessions = new ArrayList<>();
  final ByteArrayOutputStream body = new ByteArrayOutputStream();
  int status = 200;
  boolean committed;

  private final String method;
  private final String uri;
  private final List<Cookie> cookies = new ArrayList<>();

  FakeExchange(String method, String uri) {
    this.method = method;
    this.uri = uri;
  }

  /** A session of our application; {@code old} is not new in this request. */
  static final class FakeSession {
    final Map<String, Object> attributes = new HashMap<>();
    final boolean old;
    boolean invalidated;

    /** Whether another request invalidates it just before this one. */
    boolean endsMeanwhile;

    FakeSession(boolean old) {
      this.old = old;
    }

    private HttpSession facade() {
      return fake(
          HttpSession.class,
          (proxy, called, given) ->
              switch (called.getName()) {
                case "isNew" -> !old;
                case "getAttribute" -> attributes.get(given[0]);
                case "setAttribute" -> attributes.put((String) given[0], given[1]);
                case "invalidate" -> invalidate();
                default -> throw new UnsupportedOperationException(called.getName());
              });
    }

    private boolean invalidate() {
      invalidated = true;
      if (endsMeanwhile) {
        throw new IllegalStateException("already invalidated");
      }
      return true;
    }
  }

  FakeExchange cookie(String name, String value) {
    cookies.add(new Cookie(name, value));
    return this;
  }

  FakeExchange header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  String text() {
    return body.toString(StandardCharsets.UTF_8);
  }

  HttpServletRequest request() {
    return fake(
        HttpServletRequest.class,
        (proxy, called, given) ->
            switch (called.getName()) {
              case "getMethod" -> method;
              case "getScheme" -> "https";
              case "getServletPath" -> uri.replaceFirst("\\?.*", "");
              case "getQueryString" -> uri.contains("?") ? uri.replaceFirst(".*\\?", "") : null;
              case "getParameter" -> uri.contains("?" + given[0] + "=") ? "any" : null;
              case "getHeader" -> headers.get(given[0]);
              case "getHeaders" ->
                  Collections.enumeration(Stream.ofNullable(headers.get(given[0])).toList());
              case "getContentLengthLong" -> 0L;
              case "getCookies" -> cookies.isEmpty() ? null : cookies.toArray(Cookie[]::new);
              case "getSession" -> session().facade();
              case "setAttribute" -> attributes.put((String) given[0], given[1]);
              default -> throw new UnsupportedOperationException(called.getName());
            });
  }

  private FakeSession session() {
    if (sessions.isEmpty() || sessions.get(sessions.size() - 1).invalidated) {
      sessions.add(new FakeSession(false));
    }
    return sessions.get(sessions.size() - 1);
  }

  HttpServletResponse response() {
    return fake(
        HttpServletResponse.class,
        (proxy, called, given) ->
            switch (called.getName()) {
              case "setHeader" -> answered.put((String) given[0], (String) given[1]);
              case "isCommitted" -> committed;
              case "resetBuffer" -> reset();
              case "setContentLength" -> null;
              case "setContentType" -> answered.put("Content-Type", (String) given[0]);
              case "setStatus" -> status = (int) given[0];
              case "getOutputStream" -> stream();
              default -> throw new UnsupportedOperationException(called.getName());
            });
  }

  private @Nullable Object reset() {
    body.reset();
    return null;
  }

  private ServletOutputStream stream() {
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
        throw new UnsupportedOperationException();
      }
    };
  }

  private static <T> T fake(Class<T> type, InvocationHandler answers) {
    return type.cast(
        Proxy.newProxyInstance(
            FakeExchange.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, given) -> {
              Object answer = answers.invoke(proxy, called, given);
              return called.getReturnType() == void.class ? null : answer;
            }));
  }
}
