package io.sendfile.glassfish.plugins;

import org.jspecify.annotations.Nullable;

/**
 * A plug-in as it was found, whether it can be used or not.
 *
 * @param kind {@code algorithm}, {@code buffer-policy} or {@code transfer-listener}
 * @param name its name; that of its class when it could not say
 * @param loaded its class; null when that cannot be loaded
 * @param state {@code ready}, or why it is left out
 */
public record FoundPlugIn(String kind, String name, @Nullable Class<?> loaded, String state) {
  /** Name and version of the bundle it comes from; a dash when that is not known. */
  public String bundle() {
    return loaded == null ? "-" : BundleOf.name(loaded);
  }

  /** What {@link io.sendfile.glassfish.stats.Statistics} counts its failures under. */
  public String counted() {
    return kind + " " + name;
  }
}
