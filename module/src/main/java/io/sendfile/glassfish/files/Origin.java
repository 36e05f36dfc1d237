package io.sendfile.glassfish.files;

/**
 * Who hands a file off.
 *
 * @param application name under which the web application is deployed, as {@code list-applications}
 *     shows it, and {@code __default-web-module} for a docroot; empty when something else than a
 *     web application answers
 * @param virtualServer name of the virtual server the request came to; empty as well then
 */
public record Origin(String application, String virtualServer) {
  /** No web application. */
  public static final Origin UNKNOWN = new Origin("", "");
}
