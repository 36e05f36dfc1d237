/**
 * The asadmin commands: parse, apply, say what happened. Allowed values and their words come from
 * {@link io.sendfile.glassfish.settings.Setting}; what all commands share is {@link
 * io.sendfile.glassfish.admin.SendfileCommand}. The manual pages are resources beside the classes.
 */
@NullMarked
package io.sendfile.glassfish.admin;

import org.jspecify.annotations.NullMarked;
