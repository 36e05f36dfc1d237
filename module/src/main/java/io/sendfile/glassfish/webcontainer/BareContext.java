package io.sendfile.glassfish.webcontainer;

import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestListener;
import java.util.EventListener;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Realm;
import org.apache.catalina.Wrapper;
import org.apache.catalina.authenticator.AuthenticatorBase;
import org.apache.catalina.core.StandardContext;
import org.glassfish.web.valve.GlassFishValve;
import org.jspecify.annotations.Nullable;

/**
 * Whether nothing in a web application but the servlet sees a request and its response. Checked for
 * every request, since valves, such as that of the access log, come and go.
 */
final class BareContext {
  private BareContext() {}

  /**
   * The obstacle in the application or its virtual server: a part that sees or changes request or
   * response, or serves files by other rules; null for none.
   */
  static @Nullable String obstacle(StandardContext context, Wrapper wrapper) {
    if (!context.getAvailable() || context.getPaused() || wrapper.isUnavailable()) {
      return "the application is not at work";
    }
    if (!context.findFilterMaps().isEmpty()) {
      return "the application has filters";
    }
    if (!noneSeesRequests(context)) {
      return "the application has listeners of requests";
    }
    if (context.hasAdHocPaths()) {
      return "GlassFish has added ad-hoc paths to the application";
    }
    if (!context.isFilesystemBased()) {
      return "the application's files are not in a folder";
    }
    if (context.isAllowLinking()) {
      return "allowLinking is set, so GlassFish follows symbolic links";
    }
    if (!isPassedThrough(wrapper) || !onlyAuthenticates(context.getPipeline())) {
      return "the application has valves";
    }
    if (!isPassedThrough(context.getParent())) {
      return "the virtual server has valves, such as that of the access log or of single sign-on";
    }
    return needsNoAuthentication(context)
        ? null
        : "each request to the application is judged by a security policy";
  }

  /** A servlet, or a virtual server and the engine above it. */
  private static boolean isPassedThrough(Container container) {
    for (Container c = container; c != null && !(c instanceof Context); c = c.getParent()) {
      if (c.getPipeline().hasNonBasicValves() || c.hasCustomPipeline()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Every application of GlassFish has an authenticating valve. Valves in the style of Tomcat
   * cannot be listed; they are added before it, with the application, and then it is not listed
   * either.
   */
  private static boolean onlyAuthenticates(Pipeline pipeline) {
    GlassFishValve[] valves = pipeline.getValves();
    for (GlassFishValve valve : valves) {
      if (valve != pipeline.getBasic() && !(valve instanceof AuthenticatorBase)) {
        return false;
      }
    }
    return valves.length > 1 || !pipeline.hasNonBasicValves();
  }

  /**
   * Calls the method that this valve calls; the result is the same for all paths. False for an
   * application whose requests all go to a policy, even if that permits everything.
   */
  private static boolean needsNoAuthentication(StandardContext context) {
    Realm realm = context.getRealm();
    return !context.hasConstraints()
        && (realm == null || realm.findSecurityConstraints("/", "GET", context) == null);
  }

  private static boolean noneSeesRequests(StandardContext context) {
    for (EventListener listener : context.getApplicationEventListeners()) {
      if (listener instanceof ServletRequestListener
          || listener instanceof ServletRequestAttributeListener) {
        return false;
      }
    }
    return true;
  }

  /** Whether a request may have a session, whose use the container must see. */
  static boolean mayHaveSession(StandardContext context, Iterable<String> cookieFields) {
    String name = context.getSessionCookieName();
    // HTTP/2 may send several fields.
    for (String cookies : cookieFields) {
      if (name == null || cookies.contains(name)) {
        return true;
      }
    }
    return false;
  }
}
