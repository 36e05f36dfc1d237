/**
 * Plug-in of the admin console: registers its pages, and contains the web application that these
 * pages show in a frame. Free of Faces; the application is {@code console.app}.
 */
@NullMarked
package io.sendfile.glassfish.console;

import org.jspecify.annotations.NullMarked;
