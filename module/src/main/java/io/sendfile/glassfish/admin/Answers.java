package io.sendfile.glassfish.admin;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The responses.
 *
 * @param rows of the successful servers
 * @param servers facts about these servers, if they report any
 * @param failures of the others, by server
 * @param refusing those of the others that have answered, by a refusal
 */
record Answers(
    List<Map<String, Object>> rows,
    List<Map<String, Object>> servers,
    Map<String, String> failures,
    Set<String> refusing) {
  /** No response. */
  static final Answers NONE = new Answers(List.of(), List.of(), Map.of(), Set.of());

  /** The response of a server that did not do it. */
  static Answers failed(String server, String failure, boolean refused) {
    return new Answers(
        List.of(), List.of(), Map.of(server, failure), refused ? Set.of(server) : Set.of());
  }

  Answers plus(Answers other) {
    Map<String, String> all = new LinkedHashMap<>(failures);
    all.putAll(other.failures);
    Set<String> no = new HashSet<>(refusing);
    no.addAll(other.refusing);
    return new Answers(joined(rows, other.rows), joined(servers, other.servers), all, no);
  }

  /**
   * The responses, if each subject is on one server: the others have to refuse, and a server that
   * did not answer matters only while a subject is missing.
   *
   * @param subjects their number
   */
  Answers about(int subjects) {
    Map<String, String> silent = new LinkedHashMap<>(failures);
    silent.keySet().removeAll(refusing);
    return new Answers(rows, servers, rows.size() < subjects ? silent : Map.of(), Set.of());
  }

  /**
   * The number of servers that have answered, though perhaps by a refusal.
   *
   * @param asked number of all
   */
  int answered(int asked) {
    return asked - (int) failures.keySet().stream().filter(no -> !refusing.contains(no)).count();
  }

  static <T> List<T> joined(List<? extends T> some, List<? extends T> others) {
    return Stream.<T>concat(some.stream(), others.stream()).toList();
  }
}
