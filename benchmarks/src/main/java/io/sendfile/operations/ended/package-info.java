/** Measurements of the list of ended transfers. */
@NullMarked
package io.sendfile.operations.ended;

import org.jspecify.annotations.NullMarked;
