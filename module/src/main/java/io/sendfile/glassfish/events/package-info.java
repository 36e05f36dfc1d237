/**
 * Events of finished transfers, for plug-ins. {@link io.sendfile.glassfish.events.TransferEvents}
 * delivers them, to each plug-in on a thread of its own, so that a slow one delays nobody else.
 */
@NullMarked
package io.sendfile.glassfish.events;

import org.jspecify.annotations.NullMarked;
