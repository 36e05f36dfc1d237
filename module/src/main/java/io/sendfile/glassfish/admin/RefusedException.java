package io.sendfile.glassfish.admin;

import java.util.List;

/** A command refuses to run; the message has the reason and the remedy. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }

  /** A refusal with the message of its cause. */
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
