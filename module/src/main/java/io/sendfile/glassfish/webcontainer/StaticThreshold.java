package io.sendfile.glassfish.webcontainer;

import jakarta.servlet.Servlet;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardWrapper;
import org.apache.catalina.servlets.DefaultServlet;
import org.jspecify.annotations.Nullable;

/**
 * Makes GlassFish's servlet for static files hand off files of every size; by default it copies
 * those up to 48 KB. default-web.xml sets the size for all applications only, needs a restart, and
 * has no value for every size. Where the servlet's field is inaccessible, the servlet stays
 * unchanged. Thread-safe.
 */
public final class StaticThreshold {
  private static final Logger LOG = Logger.getLogger(StaticThreshold.class.getPackageName());
  private static final int LOWEST = 1;

  private final @Nullable Field size = field();

  /** The servlets' former values; weak references to applications. */
  private final Map<Servlet, Integer> before = Collections.synchronizedMap(new WeakHashMap<>());

  private static @Nullable Field field() {
    try {
      Field field = DefaultServlet.class.getDeclaredField("sendfileSize");
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(Level.INFO, "sendfile: GlassFish itself sends static files of up to 48 KB", e);
      return null;
    }
  }

  /** Lowers the threshold for the servlet of this wrapper, if it is the one for static files. */
  void lower(Wrapper wrapper) {
    if (wrapper instanceof StandardWrapper standard
        && standard.getServlet() instanceof DefaultServlet servlet
        && size != null
        && !before.containsKey(servlet)) {
      try {
        before.put(servlet, size.getInt(servlet));
        size.setInt(servlet, LOWEST);
      } catch (IllegalAccessException e) {
        LOG.log(Level.FINE, "the servlet for static files stays as it is", e);
      }
    }
  }

  /** Restores the former values of all servlets. */
  public void restore() {
    synchronized (before) {
      before.forEach(this::restore);
      before.clear();
    }
  }

  private void restore(Servlet servlet, int value) {
    try {
      if (size != null) {
        size.setInt(servlet, value);
      }
    } catch (IllegalAccessException e) {
      LOG.log(Level.FINE, "the servlet for static files stays as it is", e);
    }
  }
}
