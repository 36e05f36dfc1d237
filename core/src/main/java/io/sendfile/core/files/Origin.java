package io.sendfile.core.files;

/**
 * The application and virtual server of a hand-off.
 *
 * @param application name under which the web application is deployed, as {@code list-applications}
 *     shows it, and {@code __default-web-module} for a docroot; empty when no web application
 *     answers
 * @param virtualServer name of the virtual server of the request; empty as well then
 */
public record Origin(String application, String virtualServer) {
  /** No web application. */
  public static final Origin UNKNOWN = new Origin("", "");
}
