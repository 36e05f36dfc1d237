package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.AdminCommands;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server or a cluster of the domain, for the selector of the pages.
 *
 * @param config the name of its configuration
 */
public record Target(String name, Kind kind, String config) {
  /** Kinds of targets, in the order of the selector. */
  public enum Kind {
    /** The domain administration server, which runs the console. */
    SERVER,
    /** Instances with one configuration. */
    CLUSTER,
    /** Another server of the domain. */
    INSTANCE;

    /** As in {@code cluster}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Name and kind, as in {@code shop (cluster)}. */
  public String label() {
    return name + (kind == Kind.CLUSTER ? " (cluster)" : "");
  }

  /** Whether it is not this server. */
  boolean isElsewhere() {
    return kind != Kind.SERVER;
  }

  /**
   * The target of a page, among all.
   *
   * @param name as the address has it; null for the first one with the configuration
   * @param config as the address has it; null for any
   * @param all this server first, clusters before their instances
   * @return empty for an unknown name
   */
  static Optional<Target> of(@Nullable String name, @Nullable String config, List<Target> all) {
    if (name != null && !name.isEmpty()) {
      return all.stream().filter(each -> each.name.equals(name)).findFirst();
    }
    return all.stream()
        .filter(each -> each.config.equals(config))
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  /** Reader of its figures. */
  Source source(String user) {
    return new Source(command -> AdminCommands.ask(user, command), name);
  }
}
