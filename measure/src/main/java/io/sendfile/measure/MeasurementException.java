package io.sendfile.measure;

import org.jspecify.annotations.Nullable;

/** A measurement could not be made; the message has the reason. */
public final class MeasurementException extends Exception {
  private static final long serialVersionUID = 1L;

  MeasurementException(String message) {
    super(message);
  }

  MeasurementException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
