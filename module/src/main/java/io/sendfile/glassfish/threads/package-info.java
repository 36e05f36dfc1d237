/**
 * Threads that inherit nothing from their creator. {@link
 * io.sendfile.glassfish.threads.CleanThreads} creates them; an {@link
 * io.sendfile.glassfish.threads.IsolatedThread} does the work of one plug-in or application, apart
 * from all others.
 */
@NullMarked
package io.sendfile.glassfish.threads;

import org.jspecify.annotations.NullMarked;
