/**
 * What GlassFish's web container knows of a request: which application it came to, what it has set
 * as attributes, and which file would answer it ({@link
 * io.sendfile.glassfish.glassfish.catalina.CatalinaRequests}). All that touches Catalina's classes
 * is here.
 */
@NullMarked
package io.sendfile.glassfish.glassfish.catalina;

import org.jspecify.annotations.NullMarked;
