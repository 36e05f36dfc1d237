/**
 * Knowledge of GlassFish's web container: which application a request came to, which file would
 * answer it ({@link io.sendfile.glassfish.webcontainer.CatalinaRequests}), and which application is
 * told of its hand-offs ({@link io.sendfile.glassfish.webcontainer.ApplicationListeners}). All that
 * touches Catalina's classes is here. Nothing leads from the server to an application that is gone.
 */
@NullMarked
package io.sendfile.glassfish.webcontainer;

import org.jspecify.annotations.NullMarked;
