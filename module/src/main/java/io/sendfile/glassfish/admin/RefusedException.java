package io.sendfile.glassfish.admin;

import java.util.List;

/** Refusal of a command; the message has the reason and the remedy. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }

  /** A refusal with the message of its cause. */
  public static RefusedException of(IllegalArgumentException e) {
    return new RefusedException(String.valueOf(e.getMessage()));
  }

  /** Refuses if there are reasons; each one gets its own line. */
  static void refuse(String outcome, List<String> reasons) throws RefusedException {
    if (!reasons.isEmpty()) {
      throw new RefusedException(outcome + ":\n  " + String.join("\n  ", reasons));
    }
  }
}
