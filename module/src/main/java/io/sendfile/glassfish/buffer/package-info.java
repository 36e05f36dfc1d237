/**
 * Buffer-allocation policies. {@link io.sendfile.glassfish.buffer.BufferPolicies} lists them:
 * {@code heap} and {@code direct} make one buffer for each need, {@code heap-view} and {@code
 * direct-view} cut views out of a large slab and take them back. {@link
 * io.sendfile.glassfish.buffer.TrackingPolicy} watches how any of them is used.
 */
@NullMarked
package io.sendfile.glassfish.buffer;

import org.jspecify.annotations.NullMarked;
