/**
 * Settings: from the elements of domain.xml ({@link
 * io.sendfile.glassfish.glassfish.config.SendfileConfig}) through {@link
 * io.sendfile.glassfish.glassfish.config.SettingsReader}, which finds all problems and none of them
 * an error, to {@link io.sendfile.glassfish.glassfish.config.SettingsSource}, which has them live.
 */
@NullMarked
package io.sendfile.glassfish.glassfish.config;

import org.jspecify.annotations.NullMarked;
