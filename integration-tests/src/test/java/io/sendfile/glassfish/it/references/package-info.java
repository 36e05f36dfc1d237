/** The bundles, checked against the classes of each supported server without starting it. */
@NullMarked
package io.sendfile.glassfish.it.references;

import org.jspecify.annotations.NullMarked;
