package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The applications and virtual servers that may hand files of a root off. An empty set allows all.
 *
 * @param applications names of applications, as {@code list-applications} shows them
 * @param virtualServers names of virtual servers
 */
public record AllowedOrigins(Set<String> applications, Set<String> virtualServers) {
  /** All applications on all virtual servers. */
  public static final AllowedOrigins ALL = new AllowedOrigins(Set.of(), Set.of());

  public AllowedOrigins {
    applications = Set.copyOf(applications);
    virtualServers = Set.copyOf(virtualServers);
  }

  /**
   * Parses two comma-separated lists.
   *
   * @throws IllegalArgumentException if one is not accepted by {@link #isList}
   */
  public static AllowedOrigins parse(String applications, String virtualServers) {
    return new AllowedOrigins(Set.copyOf(names(applications)), Set.copyOf(names(virtualServers)));
  }

  /** Whether the text is empty, or a comma-separated list of names without control characters. */
  public static boolean isList(String text) {
    return text.isBlank() || split(text).stream().allMatch(AllowedOrigins::isName);
  }

  /** Whether it contains the origin. */
  public boolean include(Origin origin) {
    return holds(applications, origin.application())
        && holds(virtualServers, origin.virtualServer());
  }

  /** One that it contains, with the names that this one has; null if there is none but this. */
  public @Nullable Origin like(Origin origin) {
    Origin like =
        new Origin(
            named(origin.application(), applications),
            named(origin.virtualServer(), virtualServers));
    return include(like) && !like.equals(origin) ? like : null;
  }

  private static String named(String name, Set<String> names) {
    return name.isEmpty() ? names.stream().sorted().findFirst().orElse("") : name;
  }

  private static boolean holds(Collection<String> names, String name) {
    return names.isEmpty() || names.contains(name);
  }

  private static List<String> names(String text) {
    if (!isList(text)) {
      throw new IllegalArgumentException(
          "'" + Escapes.forLog(text) + "' must be names separated by commas");
    }
    return text.isBlank() ? List.of() : split(text).stream().distinct().toList();
  }

  private static List<String> split(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::trim).toList();
  }

  private static boolean isName(String text) {
    return !text.isEmpty() && text.chars().noneMatch(Character::isISOControl);
  }
}
