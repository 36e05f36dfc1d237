/**
 * Buffers of the configured policy for Grizzly. {@link io.sendfile.grizzly.memory.ListenerMemory}
 * gives a listener its memory manager, {@link io.sendfile.grizzly.memory.PolicyMemory}, whose
 * buffers are leased.
 */
@NullMarked
package io.sendfile.grizzly.memory;

import org.jspecify.annotations.NullMarked;
