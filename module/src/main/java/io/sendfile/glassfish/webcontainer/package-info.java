/**
 * Knowledge of the web container. {@link io.sendfile.glassfish.webcontainer.CatalinaRequests} finds
 * a request's application and the file that would answer it, {@link
 * io.sendfile.glassfish.webcontainer.ApplicationListeners} delivers results of hand-offs to
 * applications. Only this package uses Catalina's classes. No reference leads from the server to an
 * undeployed application.
 */
@NullMarked
package io.sendfile.glassfish.webcontainer;

import org.jspecify.annotations.NullMarked;
