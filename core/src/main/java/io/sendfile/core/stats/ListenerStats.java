package io.sendfile.core.stats;

/** The recorders of one listener. Thread-safe. */
public interface ListenerStats {
  /** Recorders that count nothing. */
  static ListenerStats disabled() {
    return root -> StatsRecorder.disabled();
  }

  /** Recorder for files of this root; the empty name: no root. */
  StatsRecorder root(String name);

  /** Recorder for events of no root, such as responses that pass unchanged. */
  default StatsRecorder any() {
    return root("");
  }
}
