package io.sendfile.glassfish.content;

/**
 * Which hand-off headers are understood, and how.
 *
 * @param unescape whether values are percent-decoded, once
 * @param accelRedirect whether {@code X-Accel-Redirect} hands off
 * @param lighttpd whether {@code X-LIGHTTPD-send-file} hands off
 * @param tomcatAttributes whether the request attributes of {@link FileAttributes} hand off
 */
public record Dialect(
    boolean unescape, boolean accelRedirect, boolean lighttpd, boolean tomcatAttributes) {
  /** X-Sendfile and X-Sendfile-Temporary, percent-decoded; request attributes. */
  public static final Dialect DEFAULT = new Dialect(true, false, false, true);
}
