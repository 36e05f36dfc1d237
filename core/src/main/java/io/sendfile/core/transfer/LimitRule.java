package io.sendfile.core.transfer;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.AddressRange;
import io.sendfile.spi.Amounts;
import io.sendfile.spi.Unit;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A limit that an administrator sets, for all transfers together that it concerns.
 *
 * @param name its name
 * @param addresses of clients; null for any
 * @param client a client's name; empty for any
 * @param application that hands off; empty for any
 * @param root of the file; empty for any
 * @param bytesPerSecond their highest rate, 0 = none is sent; {@link Limits#NONE} = any
 * @param transfers most of them at a time, 0 = none; {@link Limits#NONE} = any
 * @param until its end; null for none
 */
public record LimitRule(
    String name,
    @Nullable AddressRange addresses,
    String client,
    String application,
    String root,
    long bytesPerSecond,
    long transfers,
    @Nullable Instant until) {
  private static final long MOST_RETRY_SECONDS = Duration.ofDays(365).toSeconds();

  /** Whether it is in force. */
  public boolean holds(Instant now) {
    return until == null || now.isBefore(until);
  }

  /** Whether it lets nothing through. */
  public boolean keepsOut() {
    return bytesPerSecond == 0 || transfers == 0;
  }

  /** Whether it has a rate that its transfers share. */
  boolean paces() {
    return !keepsOut() && bytesPerSecond != Limits.NONE;
  }

  /** Whether it has a number of transfers. */
  public boolean counts() {
    return !keepsOut() && transfers != Limits.NONE;
  }

  /** Whether it is about certain clients. */
  boolean ofClient() {
    return addresses != null || !client.isEmpty();
  }

  /** Whether it concerns a transfer. */
  public boolean concerns(LimitSubject one) {
    return (addresses == null || isOne(one.client()))
        && (client.isEmpty() || client.equals(one.identity()))
        && (application.isEmpty() || application.equals(one.application()))
        && (root.isEmpty() || root.equals(one.root()));
  }

  private boolean isOne(@Nullable InetAddress one) {
    return addresses != null && one != null && addresses.contains(one);
  }

  /**
   * The reason of its refusals: 403 for good (RFC 9110 section 15.5.4); until its end, or until
   * others end, 429 for a client (RFC 6585 section 4), and 503 where clients are not meant.
   */
  public RefusalReason reason() {
    if (keepsOut() && until == null) {
      return RefusalReason.KEPT_OUT;
    }
    return ofClient() ? RefusalReason.LIMITED_CLIENT : RefusalReason.LIMITED;
  }

  /** Seconds until its end, where only that can help; else 0. */
  public long retrySeconds(Instant now) {
    return until == null || !keepsOut()
        ? 0
        : Math.min(MOST_RETRY_SECONDS, Math.max(1, Duration.between(now, until).toSeconds() + 1));
  }

  /** Its rate, for a transfer that it holds. */
  HighestRate rate() {
    return HighestRate.ofLimit(bytesPerSecond, name);
  }

  /** Its rule and the remedy, without a full stop. */
  public String detail() {
    return said() + "; asadmin delete-sendfile-limit " + name + " ends it";
  }

  /** Its rule and its name, for those who look for it. */
  public String named() {
    return said() + "; limit " + name;
  }

  /** Its rule, as in {@code client 192.0.2.7 is kept out}. */
  private String said() {
    String end = until == null ? "" : " until " + until;
    if (keepsOut()) {
      return whom() + " is kept out" + end;
    }
    StringJoiner most = new StringJoiner(" and ", whom() + ": ", end.isEmpty() ? "" : "," + end);
    if (paces()) {
      String exact = bytesPerSecond + " bytes";
      most.add(Amounts.words(Unit.BYTES, bytesPerSecond).orElse(exact) + "/s together");
    }
    if (counts()) {
      most.add(transfers + (transfers == 1 ? " transfer" : " transfers") + " at a time");
    }
    return most.toString();
  }

  private String whom() {
    StringJoiner whom = new StringJoiner(" with ");
    if (ofClient()) {
      whom.add("client " + (addresses == null ? client : addresses));
    }
    if (!application.isEmpty()) {
      whom.add("application " + application);
    }
    if (!root.isEmpty()) {
      whom.add("root " + root);
    }
    return whom.toString();
  }
}
