package io.sendfile.glassfish.plugins;

import org.jspecify.annotations.Nullable;

/**
 * A discovered plug-in, usable or not.
 *
 * @param kind {@code algorithm}, {@code buffer-policy} or {@code transfer-listener}
 * @param name its name, or its class's if it has none
 * @param loaded its class; null when that cannot be loaded
 * @param state {@code ready}, or the reason for leaving it out
 */
public record DiscoveredPlugIn(String kind, String name, @Nullable Class<?> loaded, String state) {
  /** Name and version of its bundle; a dash when unknown. */
  public String bundle() {
    return loaded == null ? "-" : BundleName.name(loaded);
  }

  /** Key of its failures in {@link io.sendfile.glassfish.stats.Statistics}. */
  public String counted() {
    return kind + " " + name;
  }
}
