/**
 * The plug-in of the admin console: tells the console of its pages, and brings the web application
 * that the pages show in a frame. Free of Faces; the application is {@code console.app}.
 */
@NullMarked
package io.sendfile.glassfish.console;

import org.jspecify.annotations.NullMarked;
