/** The bundles held against the classes of each supported server, none of which is started. */
@NullMarked
package io.sendfile.glassfish.it.references;

import org.jspecify.annotations.NullMarked;
