/**
 * The distribution in a GlassFish as it is downloaded: installed, updated, set up, stopped and
 * taken out again. Each class has a server of its own; there is nothing of this in embedded
 * GlassFish.
 */
@NullMarked
package io.sendfile.glassfish.it.installation;

import org.jspecify.annotations.NullMarked;
