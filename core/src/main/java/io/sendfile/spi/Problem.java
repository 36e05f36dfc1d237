package io.sendfile.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that an administrator should know or fix. Problems with the same code and subject are
 * the same problem at different times.
 *
 * @param code its kind
 * @param severity how bad it is for downloads
 * @param subject what it is about: the name of a root, a listener or a setting; empty for the
 *     server
 * @param text what is wrong, as a phrase
 * @param remedy how to fix it, as a phrase; empty when the text says it
 */
public record Problem(Code code, Severity severity, String subject, String text, String remedy) {
  /** Kinds of problems. */
  public enum Code {
    /** New downloads get 503, as the server drains or stops. */
    STOPPING,
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
    public static Optional<Code> of(String label) {
      return Arrays.stream(values()).filter(code -> code.label().equals(label)).findFirst();
    }
  }

  /** Severities, in rising order. */
  public enum Severity {
    /** All is served, though slower or at a higher cost than it could be. */
    NOTICE,
    /** Some downloads fail or wait, or soon will; or records of them wait. */
    WARNING,
    /** A root, a listener or the server fails its downloads, or records of them are lost. */
    ERROR;

    /** The stable name, e.g. {@code warning}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One sentence without a full stop, e.g. {@code root media: missing: create or mount it}. */
  public String sentence() {
    return (subject.isEmpty() ? "" : subject + ": ")
        + text
        + (remedy.isEmpty() ? "" : ": " + remedy);
  }
}
