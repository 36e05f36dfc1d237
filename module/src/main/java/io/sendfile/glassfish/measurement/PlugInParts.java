package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.spi.BufferPolicy;
import io.sendfile.glassfish.spi.SendAlgorithm;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The algorithms and buffer policies that others have brought. Thread-safe. */
public interface PlugInParts {
  /** The algorithms, by name. */
  Map<String, SendAlgorithm> algorithms();

  /** A new buffer policy, to be closed by the caller; null if there is none of that name. */
  @Nullable BufferPolicy bufferPolicy(String name);
}
