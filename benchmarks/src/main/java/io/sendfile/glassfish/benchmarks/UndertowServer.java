package io.sendfile.glassfish.benchmarks;

import io.undertow.Undertow;
import io.undertow.server.handlers.cache.DirectBufferCache;
import io.undertow.server.handlers.resource.CachingResourceManager;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.server.handlers.resource.ResourceHandler;
import io.undertow.server.handlers.resource.ResourceManager;
import java.nio.file.Path;

/**
 * A rival: Undertow's handler of static files, with or without its cache. Arguments: name of the
 * contestant, port, folder.
 */
public final class UndertowServer {
  private static final int ENTRIES = 1000;
  private static final int LARGEST = 1 << 20;
  private static final int SLICE = 1 << 14;
  private static final int SLICES = 1 << 8;
  private static final int MEMORY = 64 << 20;
  private static final int AGE_MILLIS = 5000;

  private UndertowServer() {}

  public static void main(String[] args) {
    ResourceManager files = new PathResourceManager(Path.of(args[2]));
    if (args[0].equals("undertow-cached")) {
      files =
          new CachingResourceManager(
              ENTRIES, LARGEST, new DirectBufferCache(SLICE, SLICES, MEMORY), files, AGE_MILLIS);
    }
    Undertow.builder()
        .addHttpListener(Integer.parseInt(args[1]), "127.0.0.1")
        .setHandler(new ResourceHandler(files))
        .build()
        .start();
  }
}
