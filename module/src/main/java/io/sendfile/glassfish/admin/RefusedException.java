package io.sendfile.glassfish.admin;

import java.util.List;

/** A command does not do what was asked; the message says why and how to mend it. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }

  /** For the same reason, in the same words. */
  static RefusedException of(IllegalArgumentException e) {
    return new RefusedException(String.valueOf(e.getMessage()));
  }

  /** Refuses if there is a reason to; each has a line of its own. */
  static void refuse(String outcome, List<String> reasons) throws RefusedException {
    if (!reasons.isEmpty()) {
      throw new RefusedException(outcome + ":\n  " + String.join("\n  ", reasons));
    }
  }
}
