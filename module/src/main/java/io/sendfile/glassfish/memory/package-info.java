/**
 * Buffers of the configured policy for Grizzly. {@link io.sendfile.glassfish.memory.ListenerMemory}
 * gives a listener its memory manager, {@link io.sendfile.glassfish.memory.PolicyMemory}, whose
 * buffers are leased.
 */
@NullMarked
package io.sendfile.glassfish.memory;

import org.jspecify.annotations.NullMarked;
