package io.sendfile.measure;

import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.SendAlgorithm;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Algorithms and buffer policies of plug-ins. Thread-safe. */
public interface PlugInParts {
  /** The algorithms, by name. */
  Map<String, SendAlgorithm> algorithms();

  /** Creates a buffer policy, to be closed by the caller; null if there is none of that name. */
  @Nullable BufferPolicy bufferPolicy(String name);
}
