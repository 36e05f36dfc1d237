package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.FileAttributes;
import io.sendfile.glassfish.settings.SendfileSettings;
import io.sendfile.glassfish.settings.Setting;
import java.util.List;
import java.util.stream.Stream;
import org.glassfish.grizzly.http.server.Request;

/** Announces to an application, by attributes of its request, the available ways of handing off. */
final class Announcement {
  /** TRUE where X-Sendfile works. */
  static final String ACTIVE = "io.sendfile.active";

  /** An AJP peer may send attributes by any name; these must come from this server. */
  private static final List<String> FOREIGN =
      Stream.concat(FileAttributes.NAMES.stream(), Stream.of(ServletLayer.LISTENER)).toList();

  private Announcement() {}

  /**
   * Sets the attributes on a request that has not reached the application.
   *
   * @param compressing whether the listener compresses; then GlassFish's static files, which are
   *     handed off wherever that is announced, must stay with it
   * @return whether Tomcat's attributes are announced
   */
  static boolean make(Request request, SendfileSettings settings, boolean compressing) {
    for (String name : FOREIGN) {
      if (request.getAttribute(name) != null) {
        request.removeAttribute(name);
      }
    }
    boolean attributes =
        settings.flag(Setting.ENABLED) && settings.dialect().tomcatAttributes() && !compressing;
    set(request, ACTIVE, settings.flag(Setting.ENABLED) && !settings.roots().isEmpty());
    set(request, FileAttributes.SUPPORT, attributes);
    return attributes;
  }

  /**
   * Withdraws them: once bytes of the application are on their way, attributes cannot replace them.
   */
  static void withdraw(Request request) {
    request.removeAttribute(FileAttributes.SUPPORT);
  }

  private static void set(Request request, String name, boolean holds) {
    if (holds) {
      request.setAttribute(name, true);
    } else if (request.getAttribute(name) != null) {
      request.removeAttribute(name);
    }
  }
}
