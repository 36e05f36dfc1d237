/**
 * Buffer-allocation policies. {@link io.sendfile.core.buffer.BufferPolicies} lists them: {@code
 * heap} and {@code direct} create a buffer for each take, {@code heap-view} and {@code direct-view}
 * recycle views of a large slab. {@link io.sendfile.core.buffer.TrackingPolicy} finds misuse of any
 * of them.
 */
@NullMarked
package io.sendfile.core.buffer;

import org.jspecify.annotations.NullMarked;
