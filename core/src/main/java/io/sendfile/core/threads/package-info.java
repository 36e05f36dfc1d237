/**
 * Threads that inherit nothing from their creator. {@link io.sendfile.core.threads.CleanThreads}
 * creates them; an {@link io.sendfile.core.threads.IsolatedThread} does the work of one plug-in or
 * application, apart from all others.
 */
@NullMarked
package io.sendfile.core.threads;

import org.jspecify.annotations.NullMarked;
