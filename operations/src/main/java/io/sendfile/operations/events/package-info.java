/**
 * Events of finished transfers, for plug-ins. {@link io.sendfile.operations.events.TransferEvents}
 * delivers them, to each plug-in on a thread of its own, so that a slow one delays nobody else.
 */
@NullMarked
package io.sendfile.operations.events;

import org.jspecify.annotations.NullMarked;
