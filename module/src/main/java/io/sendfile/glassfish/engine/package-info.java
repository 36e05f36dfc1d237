/**
 * Engine that turns settings and requests into running transfers. {@link
 * io.sendfile.glassfish.engine.SendfileEngine} lives as long as the server and applies new
 * settings, {@link io.sendfile.glassfish.engine.ListenerEngine} does the work of one listener.
 */
@NullMarked
package io.sendfile.glassfish.engine;

import org.jspecify.annotations.NullMarked;
