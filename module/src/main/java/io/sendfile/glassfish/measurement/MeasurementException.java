package io.sendfile.glassfish.measurement;

import org.jspecify.annotations.Nullable;

/** Nothing was measured; the message says why. */
public final class MeasurementException extends Exception {
  private static final long serialVersionUID = 1L;

  MeasurementException(String message) {
    super(message);
  }

  MeasurementException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
