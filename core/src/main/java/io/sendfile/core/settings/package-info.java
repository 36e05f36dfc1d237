/**
 * Settings and allowed values. The table is {@link io.sendfile.core.settings.Setting}; the values
 * of one moment are the immutable {@link io.sendfile.core.settings.SendfileSettings}.
 */
@NullMarked
package io.sendfile.core.settings;

import org.jspecify.annotations.NullMarked;
