/**
 * Web applications that are told what became of their hand-offs. What is told to one hangs on that
 * application and ends with it; nothing here leads from the server to an application that is gone.
 */
@NullMarked
package io.sendfile.glassfish.glassfish.applications;

import org.jspecify.annotations.NullMarked;
