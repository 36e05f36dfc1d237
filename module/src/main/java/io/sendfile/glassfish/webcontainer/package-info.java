/**
 * Knowledge of the web container. {@link io.sendfile.glassfish.webcontainer.CatalinaRequests} finds
 * a request's application and the file that would answer it, {@link
 * io.sendfile.glassfish.webcontainer.ApplicationListeners} delivers results of hand-offs to
 * applications. All uses of Catalina's classes are here. No reference leads from the server to an
 * application that is gone.
 */
@NullMarked
package io.sendfile.glassfish.webcontainer;

import org.jspecify.annotations.NullMarked;
