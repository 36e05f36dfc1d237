/**
 * The asadmin commands and their manual pages. What all commands share is {@link
 * io.sendfile.glassfish.admin.SendfileCommand}; allowed values and their words come from {@link
 * io.sendfile.glassfish.settings.Setting}. The pages are resources beside the classes.
 */
@NullMarked
package io.sendfile.glassfish.admin;

import org.jspecify.annotations.NullMarked;
