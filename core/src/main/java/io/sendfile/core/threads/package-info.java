/**
 * Work of foreign code, apart. An {@link io.sendfile.core.threads.IsolatedThread} does that of one
 * plug-in or application.
 */
@NullMarked
package io.sendfile.core.threads;

import org.jspecify.annotations.NullMarked;
