package io.sendfile.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Kinds of problems. */
public enum ProblemCode {
  /** New downloads get 503, as the server drains or stops. */
  STOPPING,
  /** The module is switched off. */
  SWITCHED_OFF,
  /** There is no root. */
  NO_ROOT,
  /** A root cannot be read, or has too much in it. */
  ROOT,
  /** A limit or a fault of the server refused downloads; the subject is the reason. */
  REFUSED,
  /** Applications hand off more files that are refused than before. */
  REFUSALS_RISE,
  /** Many clients stalled or were too slow. */
  STALLS,
  /** Files were lost, or could not be read, while they were sent. */
  FAILED,
  /** Transfers wait to start; the subject is the setting with the limit. */
  WAITING,
  /** A limit is nearly reached; the subject is its setting, or a limit of the system. */
  LIMIT,
  /** A value in domain.xml is wrong. */
  SETTINGS,
  /** A plug-in is off, or left out; the subject may be empty. */
  PLUG_IN,
  /** A plug-in failed. */
  PLUG_IN_FAILS,
  /** Records of downloads are lost, or wait. */
  RECORDS,
  /** A store of files does not answer, or refuses this server; the subject is the store. */
  STORE,
  /** A part of the module is off, or does less than it could. */
  PART,
  /** A server does not answer. */
  NO_ANSWER;

  /** The stable name, e.g. {@code no-root}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The code with that stable name; empty for one of a later version. */
  public static Optional<ProblemCode> of(String label) {
    return Arrays.stream(values()).filter(code -> code.label().equals(label)).findFirst();
  }
}
