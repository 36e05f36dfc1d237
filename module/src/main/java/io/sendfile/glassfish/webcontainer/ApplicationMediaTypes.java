package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.WebContainer;
import io.sendfile.core.files.Origin;
import org.apache.catalina.Container;
import org.apache.catalina.core.StandardContext;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.jspecify.annotations.Nullable;

/** Media types of deployed web applications, available without a request. */
public final class ApplicationMediaTypes {
  private ApplicationMediaTypes() {}

  /**
   * An application's media type for files of that name; null if it has none, or is not deployed. Of
   * several web modules of an application, the first that has one counts.
   *
   * @param origin its name; an empty virtual server means any
   */
  public static @Nullable String find(ServiceLocator locator, Origin origin, String name) {
    ServiceHandle<WebContainer> web = locator.getServiceHandle(WebContainer.class);
    if (origin.application().isEmpty() || web == null || !web.isActive()) {
      return null;
    }
    for (Container host : web.getService().getEngine().findChildren()) {
      for (Container module : host.findChildren()) {
        if (module instanceof StandardContext context && includes(origin, context)) {
          String type = CatalinaStaticFiles.mediaType(context, name);
          if (type != null) {
            return type;
          }
        }
      }
    }
    return null;
  }

  private static boolean includes(Origin asked, StandardContext context) {
    Origin own = new CatalinaOrigins().of(context);
    return own.application().equals(asked.application())
        && (asked.virtualServer().isEmpty() || own.virtualServer().equals(asked.virtualServer()));
  }
}
