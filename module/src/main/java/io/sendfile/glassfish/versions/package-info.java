/**
 * Differences between servers. A {@link io.sendfile.glassfish.versions.VersionedCall} finds its
 * method handle once; {@link io.sendfile.glassfish.versions.LinkCheck} looks at the references of a
 * part of the module before that is used in an unknown server.
 */
@NullMarked
package io.sendfile.glassfish.versions;

import org.jspecify.annotations.NullMarked;
