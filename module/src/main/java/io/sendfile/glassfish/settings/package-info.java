/**
 * Settings and allowed values. The table is {@link io.sendfile.glassfish.settings.Setting}; the
 * values of one moment are the immutable {@link io.sendfile.glassfish.settings.SendfileSettings}.
 */
@NullMarked
package io.sendfile.glassfish.settings;

import org.jspecify.annotations.NullMarked;
