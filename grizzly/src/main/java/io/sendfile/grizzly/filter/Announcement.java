package io.sendfile.grizzly.filter;

import io.sendfile.core.content.FileAttributes;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import java.util.List;
import java.util.stream.Stream;
import org.glassfish.grizzly.http.server.Request;

/** Announces to an application, by attributes of its request, the available ways of handing off. */
final class Announcement {
  /** TRUE where X-Sendfile works. */
  static final String ACTIVE = "io.sendfile.active";

  /**
   * An AJP peer may send strings as attributes of any name; these must come from this server. A
   * {@link PassedFile} is no string, nor is its opener.
   */
  private static final List<String> FOREIGN =
      Stream.concat(
              FileAttributes.NAMES.stream(),
              Stream.of(ServletLayer.LISTENER, ACTIVE, FileAttributes.SUPPORT))
          .toList();

  private Announcement() {}

  /**
   * Sets the attributes on a request that has not reached the application.
   *
   * @param namesFiles whether a file may be named by Tomcat's attributes
   * @param passesFiles whether a file may be passed
   */
  static void make(
      Request request, SendfileSettings settings, boolean namesFiles, boolean passesFiles) {
    for (String name : FOREIGN) {
      request.removeAttribute(name);
    }
    if (settings.flag(Setting.ENABLED) && !settings.roots().isEmpty()) {
      request.setAttribute(ACTIVE, true);
    }
    if (namesFiles) {
      request.setAttribute(FileAttributes.SUPPORT, true);
    }
    if (passesFiles) {
      request.setAttribute(PassedFile.FILE, true);
    }
  }

  /**
   * Withdraws them: once bytes of the application are on their way, attributes cannot replace them.
   */
  static void withdraw(Request request) {
    request.removeAttribute(FileAttributes.SUPPORT);
    request.removeAttribute(PassedFile.FILE);
    request.removeAttribute(PassedFile.OPENER);
  }
}
