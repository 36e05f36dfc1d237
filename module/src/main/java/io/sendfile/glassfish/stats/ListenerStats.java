package io.sendfile.glassfish.stats;

/** The recorders of one listener. Thread-safe. */
public interface ListenerStats {
  /** Recorders that count nothing. */
  static ListenerStats disabled() {
    return root -> StatsRecorder.disabled();
  }

  /** Where that is counted which concerns files of this root; the empty name: no root. */
  StatsRecorder root(String name);

  /** Where that is counted which concerns no root, as responses that were let pass. */
  default StatsRecorder any() {
    return root("");
  }
}
