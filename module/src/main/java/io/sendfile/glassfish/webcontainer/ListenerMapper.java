package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.v3.services.impl.GrizzlyService;
import java.util.concurrent.locks.Lock;
import org.glassfish.grizzly.http.server.util.Mapper;
import org.glassfish.grizzly.http.server.util.MappingData;
import org.glassfish.grizzly.http.util.CharChunk;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.internal.grizzly.ContextMapper;
import org.jspecify.annotations.Nullable;

/**
 * GlassFish's own mapping from a listener's requests to web applications. Thread-safe.
 *
 * @param mapper of the listener
 * @param lock held by GlassFish while it changes mappers
 */
public record ListenerMapper(Mapper mapper, Lock lock) {
  /** The listener's mapper; null if it has none for web applications. */
  public static @Nullable ListenerMapper find(ServiceLocator locator, String listener) {
    ServiceHandle<GrizzlyService> grizzly = locator.getServiceHandle(GrizzlyService.class);
    if (grizzly == null || !grizzly.isActive()) {
      return null;
    }
    for (Mapper mapper : locator.getAllServices(Mapper.class)) {
      if (mapper instanceof ContextMapper context && listener.equals(context.getId())) {
        return new ListenerMapper(mapper, grizzly.getService().obtainMapperLock().readLock());
      }
    }
    return null;
  }

  /**
   * Maps a request for this host and decoded path. Restores the path for GlassFish's own mapping,
   * since Grizzly's mapper changes it for a redirection.
   */
  MappingData map(DataChunk host, DataChunk path) throws Exception {
    MappingData found = new MappingData();
    CharChunk characters = path.getCharChunk();
    int start = characters.getStart();
    int end = characters.getEnd();
    lock.lock();
    try {
      mapper.map(host, path, found);
    } finally {
      lock.unlock();
      characters.setStart(start);
      characters.setEnd(end);
    }
    return found;
  }
}
