package io.sendfile.glassfish.benchmarks;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.handlers.cache.DirectBufferCache;
import io.undertow.server.handlers.resource.CachingResourceManager;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.server.handlers.resource.ResourceHandler;
import io.undertow.server.handlers.resource.ResourceManager;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A rival: Undertow's handler of static files, with or without its cache. Arguments: name of the
 * contestant, port, folder; for TLS with HTTP/2 also a key store and its password.
 */
public final class UndertowServer {
  private static final int ENTRIES = 1000;
  private static final int LARGEST = 1 << 20;
  private static final int SLICE = 1 << 14;
  private static final int SLICES = 1 << 8;
  private static final int MEMORY = 64 << 20;
  private static final int AGE_MILLIS = 5000;

  private UndertowServer() {}

  public static void main(String[] args) throws IOException, GeneralSecurityException {
    int port = Integer.parseInt(args[1]);
    ResourceManager files = new PathResourceManager(Path.of(args[2]));
    if (args[0].equals("undertow-cached")) {
      files =
          new CachingResourceManager(
              ENTRIES, LARGEST, new DirectBufferCache(SLICE, SLICES, MEMORY), files, AGE_MILLIS);
    }
    Undertow.Builder server = Undertow.builder().setHandler(new ResourceHandler(files));
    if (args.length > 3) {
      server
          .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
          .addHttpsListener(port, "127.0.0.1", keys(Path.of(args[3]), args[4].toCharArray()));
    } else {
      server.addHttpListener(port, "127.0.0.1");
    }
    server.build().start();
  }

  private static SSLContext keys(Path file, char[] password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(file.toFile(), password);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
