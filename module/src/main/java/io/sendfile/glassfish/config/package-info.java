/**
 * Settings out of domain.xml. {@link io.sendfile.glassfish.config.SettingsSource} follows changes
 * live; {@link io.sendfile.glassfish.config.SettingsReader} reads the elements ({@link
 * io.sendfile.glassfish.config.SendfileConfig}) and collects their problems, none of which is an
 * error.
 */
@NullMarked
package io.sendfile.glassfish.config;

import org.jspecify.annotations.NullMarked;
