/**
 * Engine that turns settings and requests into running transfers. {@link
 * io.sendfile.core.engine.SendfileEngine} lives as long as the server and applies new settings,
 * {@link io.sendfile.core.engine.ListenerEngine} does the work of one listener.
 */
@NullMarked
package io.sendfile.core.engine;

import org.jspecify.annotations.NullMarked;
