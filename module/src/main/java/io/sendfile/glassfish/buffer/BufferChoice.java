package io.sendfile.glassfish.buffer;

import io.sendfile.glassfish.spi.BufferPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Which buffers a listener is to have.
 *
 * @param policy name of the policy
 * @param slabBytes memory of the slabs of a policy with views
 */
public record BufferChoice(String policy, int slabBytes) {
  /** A new policy by this choice; null where the server's own buffers are to serve. */
  public @Nullable BufferPolicy make() {
    return policy.equals(BufferPolicies.SERVER_DEFAULT)
        ? null
        : BufferPolicies.of(policy, slabBytes, Runtime.getRuntime().availableProcessors());
  }
}
