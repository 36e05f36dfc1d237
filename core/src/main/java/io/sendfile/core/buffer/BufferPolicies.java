package io.sendfile.core.buffer;

import io.sendfile.spi.BufferPolicy;
import java.util.List;
import java.util.function.Consumer;

/** Registry of the module's buffer-allocation policies, by name. */
public final class BufferPolicies {
  /** Leaves the listener's buffers as they are. */
  public static final String SERVER_DEFAULT = "server-default";

  /** One heap buffer per request for memory. */
  public static final String HEAP = "heap";

  /** One direct buffer per request for memory. */
  public static final String DIRECT = "direct";

  /** Views of a slab on the heap. */
  public static final String HEAP_VIEW = "heap-view";

  /** Views of a slab outside the heap. */
  public static final String DIRECT_VIEW = "direct-view";

  /** System property; {@code true} tracks every buffer's use, at a cost. */
  public static final String TRACKING_PROPERTY = "io.sendfile.glassfish.buffer.tracking";

  private BufferPolicies() {}

  /** Names in configuration, the default first. */
  public static List<String> names() {
    return List.of(SERVER_DEFAULT, HEAP, DIRECT, HEAP_VIEW, DIRECT_VIEW);
  }

  /**
   * A new policy.
   *
   * @param slabBytes memory of all slabs of the policy; plain policies have none
   * @param processors threads that run at once
   * @throws IllegalArgumentException if there is none of that name; {@link #SERVER_DEFAULT} is the
   *     absence of one
   */
  public static BufferPolicy of(String name, int slabBytes, int processors) {
    BufferPolicy policy =
        switch (name) {
          case HEAP -> new PlainPolicy(name, false);
          case DIRECT -> new PlainPolicy(name, true);
          case HEAP_VIEW -> new ViewPolicy(name, false, slabBytes, 2 * processors);
          case DIRECT_VIEW -> new ViewPolicy(name, true, slabBytes, 2 * processors);
          default ->
              throw new IllegalArgumentException(
                  "no buffer policy is named '"
                      + name
                      + "'; known are "
                      + String.join(", ", names()));
        };
    return watchedIfWanted(policy);
  }

  /**
   * Guards a plug-in's policy; a plain buffer replaces one it fails to give.
   *
   * @param name name in configuration
   * @param onFailure receives each of its failures
   */
  public static BufferPolicy guarded(
      String name, BufferPolicy plugIn, Consumer<Throwable> onFailure) {
    return watchedIfWanted(new GuardedPolicy(name, plugIn, onFailure));
  }

  private static BufferPolicy watchedIfWanted(BufferPolicy policy) {
    return Boolean.getBoolean(TRACKING_PROPERTY) ? new TrackingPolicy(policy) : policy;
  }
}
