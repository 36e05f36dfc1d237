/** Differences between the versions of GlassFish, bridged by method handles that are found once. */
@NullMarked
package io.sendfile.glassfish.versions;

import org.jspecify.annotations.NullMarked;
