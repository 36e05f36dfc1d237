/**
 * Knowledge of GlassFish's web container. {@link
 * io.sendfile.glassfish.webcontainer.CatalinaRequests} tells which application a request came to
 * and which file would answer it, {@link io.sendfile.glassfish.webcontainer.ApplicationListeners}
 * tells applications of their hand-offs. All that touches Catalina's classes is here. Nothing leads
 * from the server to an application that is gone.
 */
@NullMarked
package io.sendfile.glassfish.webcontainer;

import org.jspecify.annotations.NullMarked;
