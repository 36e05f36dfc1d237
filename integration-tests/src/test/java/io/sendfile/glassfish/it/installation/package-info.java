/**
 * The distribution in a GlassFish as downloaded: installed, updated, set up, stopped and removed.
 * Each class has its own server; nothing of this concerns embedded GlassFish.
 */
@NullMarked
package io.sendfile.glassfish.it.installation;

import org.jspecify.annotations.NullMarked;
