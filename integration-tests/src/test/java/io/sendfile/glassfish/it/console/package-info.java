/**
 * The pages in GlassFish's admin console, through a browser and with hand-made requests. Only a
 * server in a process of its own has a console.
 */
@NullMarked
package io.sendfile.glassfish.it.console;

import org.jspecify.annotations.NullMarked;
