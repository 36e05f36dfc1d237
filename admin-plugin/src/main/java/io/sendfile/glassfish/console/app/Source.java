package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.admin.LiveFigures;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Figures and rows of the server, instance or cluster that a page is about. Rows are those of the
 * commands. A failure is a line that begins with the name of its server.
 */
interface Source {
  /**
   * Present figures.
   *
   * @param each by server
   * @param failures of the other servers
   */
  record Live(Map<String, LiveFigures> each, List<String> failures) {
    /** Whether the figures are sums, or lack a server. */
    boolean isOfSeveral() {
      return each.size() + failures.size() > 1;
    }

    /** The figures of all; empty without any. */
    Optional<LiveFigures> together() {
      return isOfSeveral() && !each.isEmpty()
          ? Optional.of(LiveFigures.together(each))
          : each.values().stream().findFirst();
    }
  }

  /** Points and marks of a stretch of time, oldest first. */
  record Chart(List<Point> points, List<Mark> marks) {}

  /**
   * Rows of a command.
   *
   * @param failures of the servers that did not respond
   */
  record Rows(List<Map<String, String>> rows, List<String> failures) {}

  /**
   * Running transfers.
   *
   * @param failures of the servers that did not respond
   */
  record Running(List<TransferRow> rows, List<String> failures) {}

  /**
   * Present figures.
   *
   * @param since samples after it are wanted, milliseconds since the epoch
   */
  Live live(long since);

  /**
   * Figures of the past.
   *
   * @throws IOException if the history cannot be read
   */
  Chart history(Span span) throws IOException;

  /** Problems. */
  Rows problems();

  /** Running transfers. */
  Running transfers();

  /**
   * Groups of the last refusals, in the order of their last ones.
   *
   * @param conditions by option of the command
   * @throws IllegalArgumentException with a sentence, for an invalid condition of this server
   */
  Rows refusals(Map<String, String> conditions);

  /**
   * The last ended transfers, at most {@link PastView#MOST}, oldest first.
   *
   * @param conditions by option of the command
   * @throws IllegalArgumentException with a sentence, for an invalid condition of this server
   */
  Rows ended(Map<String, String> conditions);
}
