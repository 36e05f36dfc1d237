package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.pwc.PwcWebModule;
import io.sendfile.core.files.Root.Origin;
import org.apache.catalina.Container;
import org.jspecify.annotations.Nullable;

/**
 * The names of GlassFish's web applications and virtual servers. Caches the last result, as the
 * next one usually is the same. Thread-safe.
 */
public final class CatalinaOrigins {
  private record Known(String id, Origin origin) {}

  private volatile Known last = new Known("", Origin.UNKNOWN);

  /**
   * The origin of a context's hand-off.
   *
   * @param context as found by GlassFish's mapper for a request; not always a web application
   */
  Origin of(@Nullable Object context) {
    if (!(context instanceof PwcWebModule module)) {
      return Origin.UNKNOWN;
    }
    String id = module.getID() == null ? "" : module.getID();
    Container host = module.getParent();
    String virtualServer = host == null ? "" : host.getName();
    Known known = last;
    if (!known.id.equals(id) || !known.origin.virtualServer().equals(virtualServer)) {
      known = new Known(id, new Origin(application(id), virtualServer));
      last = known;
    }
    return known.origin;
  }

  /** A module has the id of its application, except in an EAR: {@code shop#web.war}. */
  public static String application(String id) {
    int module = id.indexOf('#');
    return module < 0 ? id : id.substring(0, module);
  }
}
