/**
 * Web application behind the pages in the admin console: PrimeFaces for the pages, the module's
 * core for reading, administration commands for changes. The filter admits administrators known to
 * the console.
 */
@NullMarked
package io.sendfile.glassfish.console.app;

import org.jspecify.annotations.NullMarked;
