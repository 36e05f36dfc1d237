package io.sendfile.core.settings;

import io.sendfile.core.transfer.Limits;
import java.util.function.Function;

/**
 * Configured limits on the number of transfers and on their memory.
 *
 * @param maxActive transfers in progress, at least 1
 * @param maxWaiting transfers waiting to start
 * @param maxBytes memory of all transfers in progress
 * @param maxPerClient transfers of one client, or its share of all of them and of their memory
 * @param maxPerConnection transfers of one HTTP/2 connection; 0 = none
 */
public record LimitSettings(
    int maxActive, int maxWaiting, Quota maxBytes, Quota maxPerClient, int maxPerConnection) {
  /**
   * A number, or a percentage.
   *
   * @param number 0 = no limit
   */
  public record Quota(long number, boolean percent) {
    static Quota of(String text) {
      boolean percent = text.endsWith("%");
      String digits = percent ? text.substring(0, text.length() - 1) : text;
      return new Quota(Long.parseLong(digits), percent);
    }

    private long of(long whole) {
      return percent || number == 0 ? share(whole) : number;
    }

    /** No limit for a number, and for a whole without limit; else at least one. */
    private long share(long whole) {
      return percent && whole != Limits.NONE ? (whole * number + 99) / 100 : Limits.NONE;
    }
  }

  static LimitSettings of(Function<Setting, String> value) {
    return new LimitSettings(
        Integer.parseInt(value.apply(Setting.MAX_ACTIVE_TRANSFERS)),
        Integer.parseInt(value.apply(Setting.MAX_WAITING_TRANSFERS)),
        Quota.of(value.apply(Setting.MAX_BUFFERED_BYTES)),
        Quota.of(value.apply(Setting.MAX_CLIENT_TRANSFERS)),
        Integer.parseInt(value.apply(Setting.MAX_CONNECTION_TRANSFERS)));
  }

  /** The limits in this JVM. */
  public Limits inThisJvm() {
    return inJvm(Runtime.getRuntime().maxMemory());
  }

  /**
   * The limits.
   *
   * @param heapBytes the JVM's maximum heap
   */
  Limits inJvm(long heapBytes) {
    long bytes = maxBytes.of(heapBytes);
    return new Limits(
        maxActive,
        maxWaiting,
        bytes,
        maxPerClient.of((long) maxActive + maxWaiting),
        maxPerClient.share(bytes),
        maxPerConnection == 0 ? Limits.NONE : maxPerConnection);
  }
}
