package io.sendfile.glassfish.content;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Which applications on which virtual servers may hand files of a root off. An empty set admits
 * all.
 *
 * @param applications names of applications, as {@code list-applications} shows them
 * @param virtualServers names of virtual servers
 */
public record Admission(Set<String> applications, Set<String> virtualServers) {
  /** All applications on all virtual servers. */
  public static final Admission ALL = new Admission(Set.of(), Set.of());

  public Admission {
    applications = Set.copyOf(applications);
    virtualServers = Set.copyOf(virtualServers);
  }

  /**
   * From two lists of names, separated by commas.
   *
   * @throws IllegalArgumentException if one is none of {@link #isList}
   */
  public static Admission parse(String applications, String virtualServers) {
    return new Admission(Set.copyOf(names(applications)), Set.copyOf(names(virtualServers)));
  }

  /** Whether the text is empty, or names without control characters between commas. */
  public static boolean isList(String text) {
    return text.isBlank() || split(text).stream().allMatch(Admission::isName);
  }

  /** Whether an application on a virtual server is admitted. */
  public boolean admits(String application, String virtualServer) {
    return admits(applications, application) && admits(virtualServers, virtualServer);
  }

  private static boolean admits(Collection<String> names, String name) {
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
