package io.sendfile.spi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests for paths of its own with files, in place of the applications, such as requests
 * by signed links. The response is that to a hand-off: ranges, conditions, limits, results.
 *
 * <p>A plug-in is an HK2 service of this contract. {@link #resolve} is called by all threads of
 * requests, so it is thread-safe and waits for no network. An exception is logged, and the client
 * gets 500.
 */
public interface PathResolver extends PlugIn {
  /**
   * The answer to a GET, HEAD or OPTIONS.
   *
   * @return null if the path is not its own: the application answers
   */
  @Nullable Resolution resolve(Request request);

  /**
   * Makes a path by which it answers with a file from then on, for an application.
   *
   * @param application in whose name the file is handed off
   * @param terms by name
   * @return null if it makes no paths
   * @throws IllegalArgumentException with the fault of a term and its remedy, for the application
   */
  default @Nullable String create(String application, Map<String, String> terms) {
    return null;
  }

  /**
   * Facts for administrators about a request for a path of its own, such as whose that is, and
   * until when it is answered; without secrets. Nothing is sent, and nothing counts.
   */
  default List<Panel.Fact> facts(Request request) {
    return List.of();
  }

  /** No more requests come, until it is configured again. */
  @Override
  default void close() {}

  /** A request. */
  interface Request {
    /** Its method: GET, HEAD or OPTIONS. */
    String method();

    /** The path as it came, percent-encoded, without query. */
    String path();

    /** The value of a field of its header; null if there is none. */
    @Nullable String field(String name);

    /**
     * Whether an administrator asks for the answer, so that nothing is sent, and nothing counts.
     */
    default boolean isQuestion() {
      return false;
    }
  }
}
