/**
 * The web application behind the pages in the admin console: PrimeFaces, the core of the module to
 * read, and administration commands to change. The filter lets in whom the console knows.
 */
@NullMarked
package io.sendfile.glassfish.console.app;

import org.jspecify.annotations.NullMarked;
