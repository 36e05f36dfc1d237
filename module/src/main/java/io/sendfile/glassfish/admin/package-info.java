/**
 * The asadmin commands and manual pages. {@link io.sendfile.glassfish.admin.SendfileCommand} is
 * their base; {@link io.sendfile.core.settings.Setting} supplies allowed values and descriptions.
 * The pages are resources beside the classes.
 */
@NullMarked
package io.sendfile.glassfish.admin;

import org.jspecify.annotations.NullMarked;
