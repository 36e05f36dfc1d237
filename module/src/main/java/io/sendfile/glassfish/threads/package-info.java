/**
 * Threads that inherit nothing ({@link io.sendfile.glassfish.threads.CleanThreads}). Imports the
 * JDK only, and every other package may import it.
 */
@NullMarked
package io.sendfile.glassfish.threads;

import org.jspecify.annotations.NullMarked;
