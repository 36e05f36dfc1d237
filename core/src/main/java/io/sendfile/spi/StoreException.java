package io.sendfile.spi;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;

/** The reason why a file of a store cannot be sent. */
public final class StoreException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  private final StoreFault kind;
  private final Duration retryAfter;

  /**
   * @param message for the administrator: what, where, and how to mend it
   */
  public StoreException(StoreFault kind, String message) {
    this(kind, message, Duration.ZERO);
  }

  /**
   * @param message for the administrator: what, where, and how to mend it
   * @param retryAfter the time after which another try may be worth it; zero if it is not known
   */
  public StoreException(StoreFault kind, String message, Duration retryAfter) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  /** The kind. */
  public StoreFault kind() {
    return kind;
  }

  /** The time after which another try may be worth it; zero if it is not known. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
