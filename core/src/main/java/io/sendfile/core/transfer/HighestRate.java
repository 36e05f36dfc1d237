package io.sendfile.core.transfer;

import io.sendfile.spi.Amounts;

/**
 * A rate that a transfer may not exceed, alone or with others, and whose it is.
 *
 * @param bytesPerSecond 0 = unlimited
 * @param name of its setting or limit, or who asked for it; empty for none
 * @param place the words by which administrators find it in the configuration: a setting, a
 *     listener or a limit; empty where it is none of them
 * @param scope the transfers that it is for
 */
public record HighestRate(long bytesPerSecond, String name, String place, Scope scope) {
  /** None. */
  public static final HighestRate NONE = new HighestRate(0, "", "", Scope.ONE);

  private static final String OF_EACH = "rate-bytes-per-second";

  /** The transfers that a rate is for. */
  public enum Scope {
    /** One alone. */
    ONE("this download"),
    /** Each alone. */
    EACH("each download"),
    /** All of a client together. */
    CLIENT("each client"),
    /** All together. */
    ALL("all downloads"),
    /** All together that a limit concerns. */
    LIMITED("all of its downloads");

    private final String words;

    Scope(String words) {
      this.words = words;
    }
  }

  private static HighestRate of(long bytesPerSecond, String place, Scope scope) {
    return new HighestRate(bytesPerSecond, place, place, scope);
  }

  /** That of each transfer by the settings. */
  public static HighestRate ofEach(long bytesPerSecond) {
    return of(bytesPerSecond, OF_EACH, Scope.EACH);
  }

  /** That of each transfer at a listener, by a setting of its own. */
  public static HighestRate ofListener(long bytesPerSecond, String listener) {
    String place = "listener " + listener;
    return new HighestRate(bytesPerSecond, OF_EACH + " of " + place, place, Scope.EACH);
  }

  /**
   * That of one transfer by its hand-off.
   *
   * @param resolved whether a plug-in answered in the application's place, as for a signed link
   */
  public static HighestRate ofHandOff(long bytesPerSecond, boolean resolved) {
    return new HighestRate(
        bytesPerSecond, resolved ? "its link" : "its application", "", Scope.ONE);
  }

  static HighestRate ofAdministrator(long bytesPerSecond) {
    return new HighestRate(bytesPerSecond, "an administrator", "", Scope.ONE);
  }

  static HighestRate ofClient(long bytesPerSecond) {
    return of(bytesPerSecond, "client-rate-bytes-per-second", Scope.CLIENT);
  }

  static HighestRate ofAll(long bytesPerSecond) {
    return of(bytesPerSecond, "total-rate-bytes-per-second", Scope.ALL);
  }

  static HighestRate ofLimit(long bytesPerSecond, String limit) {
    return of(bytesPerSecond, "limit " + limit, Scope.LIMITED);
  }

  /** Whether other clients have it together with this transfer. */
  boolean isShared() {
    return scope == Scope.ALL || scope == Scope.LIMITED;
  }

  /** The verdict about a transfer that it holds. */
  String verdict() {
    return "limited by " + words();
  }

  /** As in {@code rate-bytes-per-second of listener web, 2.0 MB/s for each download}. */
  public String words() {
    return name + ", " + Amounts.bytes(bytesPerSecond) + "/s for " + scope.words;
  }
}
