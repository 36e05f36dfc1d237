/**
 * A storm of changes of the settings, drawn by lot, through every door an administrator has, and a
 * model of what must come of it.
 */
@NullMarked
package io.sendfile.glassfish.it.storm;

import org.jspecify.annotations.NullMarked;
