package io.sendfile.glassfish.answers;

import org.glassfish.api.ActionReport;

/**
 * A mark on the report of a command whose text nobody reads, so that none is made: that of a
 * thousand transfers costs as much as their data.
 */
public enum DataOnly {
  MARK;

  /** Marks a report, before its command runs. */
  public static void mark(ActionReport report) {
    report.setResultType(DataOnly.class, MARK);
  }

  /** Whether a report has the mark. */
  public static boolean marks(ActionReport report) {
    return report.getResultType(DataOnly.class) != null;
  }
}
