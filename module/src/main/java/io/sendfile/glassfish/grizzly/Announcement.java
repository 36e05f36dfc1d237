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
      Stream.concat(
              FileAttributes.NAMES.stream(),
              Stream.of(ServletLayer.LISTENER, ACTIVE, FileAttributes.SUPPORT))
          .toList();

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
      request.removeAttribute(name);
    }
    boolean enabled = settings.flag(Setting.ENABLED);
    if (enabled && !settings.roots().isEmpty()) {
      request.setAttribute(ACTIVE, true);
    }
    boolean attributes = enabled && settings.dialect().tomcatAttributes() && !compressing;
    if (attributes) {
      request.setAttribute(FileAttributes.SUPPORT, true);
    }
    return attributes;
  }

  /**
   * Withdraws them: once bytes of the application are on their way, attributes cannot replace them.
   */
  static void withdraw(Request request) {
    request.removeAttribute(FileAttributes.SUPPORT);
  }
}
