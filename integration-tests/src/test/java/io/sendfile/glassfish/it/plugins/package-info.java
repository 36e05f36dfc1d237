/**
 * Plug-ins that misbehave, present in every run: in embedded GlassFish on the class path, in a
 * server as a bundle.
 */
@NullMarked
package io.sendfile.glassfish.it.plugins;

import org.jspecify.annotations.NullMarked;
