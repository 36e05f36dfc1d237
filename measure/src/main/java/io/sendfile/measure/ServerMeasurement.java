package io.sendfile.measure;

import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.SendAlgorithm;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** The measurements of this server, created lazily. */
@Service
@Singleton
public class ServerMeasurement {
  private final Measurement measurement;

  @Inject
  public ServerMeasurement(PlugIns plugIns) {
    measurement =
        new Measurement(new Found(plugIns), Path.of(System.getProperty("java.io.tmpdir")));
  }

  private record Found(PlugIns plugIns) implements PlugInParts {
    @Override
    public Map<String, SendAlgorithm> algorithms() {
      return plugIns.algorithms();
    }

    @Override
    public @Nullable BufferPolicy bufferPolicy(String name) {
      return plugIns.bufferPolicy(name);
    }
  }

  /** The measurement facility. */
  Measurement measurement() {
    return measurement;
  }

  @PreDestroy
  void stop() {
    measurement.close();
  }
}
