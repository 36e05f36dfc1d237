/** Measurements of the list of ended transfers. */
@NullMarked
package io.sendfile.glassfish.ended;

import org.jspecify.annotations.NullMarked;
