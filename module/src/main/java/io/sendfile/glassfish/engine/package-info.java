/**
 * The engine: one place that turns settings into running transfers. Settings arrive as the
 * immutable {@link io.sendfile.glassfish.engine.SendfileSettings}; what can be set at all is the
 * table {@link io.sendfile.glassfish.engine.Setting}.
 */
@NullMarked
package io.sendfile.glassfish.engine;

import org.jspecify.annotations.NullMarked;
