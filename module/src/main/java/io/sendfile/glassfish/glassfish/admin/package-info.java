/**
 * The asadmin commands: parse, apply, say what happened. What is allowed and its words come from
 * {@link io.sendfile.glassfish.engine.Setting}; what every command shares is {@link
 * io.sendfile.glassfish.glassfish.admin.SendfileCommand}. The manual pages are resources beside the
 * classes.
 */
@NullMarked
package io.sendfile.glassfish.glassfish.admin;

import org.jspecify.annotations.NullMarked;
