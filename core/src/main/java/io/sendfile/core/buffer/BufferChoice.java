package io.sendfile.core.buffer;

import io.sendfile.spi.BufferPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The buffer policy of a listener.
 *
 * @param policy name of the policy
 * @param slabBytes memory of the slabs of a policy with views
 */
public record BufferChoice(String policy, int slabBytes) {
  /** Creates the policy; null for the server's own buffers. */
  public @Nullable BufferPolicy make() {
    return policy.equals(BufferPolicies.SERVER_DEFAULT)
        ? null
        : BufferPolicies.of(policy, slabBytes, Runtime.getRuntime().availableProcessors());
  }
}
