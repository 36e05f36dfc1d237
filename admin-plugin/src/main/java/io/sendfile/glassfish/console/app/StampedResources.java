package io.sendfile.glassfish.console.app;

import jakarta.faces.application.Resource;
import jakarta.faces.application.ResourceHandler;
import jakarta.faces.application.ResourceHandlerWrapper;
import jakarta.faces.application.ResourceWrapper;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds a stamp of the content to the address of each style sheet and script without a version:
 * browsers cache them, and after an update a new page must not be shown with the old ones.
 * Thread-safe; the contents do not change while the application is loaded.
 */
public class StampedResources extends ResourceHandlerWrapper {
  private static final String VERSION = "v=";
  private static final int STAMP_BYTES = 8;

  private final Map<String, String> stamps = new ConcurrentHashMap<>();

  /** Creates the resources. */
  public StampedResources(ResourceHandler wrapped) {
    super(wrapped);
  }

  /** Whether another content would have another address. */
  static boolean isStamped(@Nullable String query) {
    return ("&" + query).contains("&" + VERSION);
  }

  @Override
  public @Nullable Resource createResource(String name) {
    return stamped(super.createResource(name));
  }

  @Override
  public @Nullable Resource createResource(String name, String library) {
    return stamped(super.createResource(name, library));
  }

  @Override
  public @Nullable Resource createResource(String name, String library, String contentType) {
    return stamped(super.createResource(name, library, contentType));
  }

  private @Nullable Resource stamped(@Nullable Resource resource) {
    return resource == null ? null : new Stamped(resource);
  }

  private final class Stamped extends ResourceWrapper {
    Stamped(Resource wrapped) {
      super(wrapped);
    }

    @Override
    public String getRequestPath() {
      String path = super.getRequestPath();
      int query = path.indexOf('?');
      if (query >= 0 && isStamped(path.substring(query + 1))) {
        return path;
      }
      String stamp = stamp(path);
      return stamp.isEmpty() ? path : path + (query < 0 ? '?' : '&') + VERSION + stamp;
    }

    /** Not by computeIfAbsent: reading a style sheet may ask for the address of an image. */
    private String stamp(String path) {
      String known = stamps.get(path);
      if (known == null) {
        known = stamp();
        stamps.put(path, known);
      }
      return known;
    }

    private String stamp() {
      try (InputStream in = getInputStream()) {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
        return HexFormat.of().formatHex(digest, 0, STAMP_BYTES);
      } catch (IOException | NoSuchAlgorithmException e) {
        // An unreadable resource fails when it is requested.
        return "";
      }
    }
  }
}
