/**
 * Calls that differ between versions of GlassFish and Payara. A {@link
 * io.sendfile.glassfish.versions.VersionedCall} finds its method handle once.
 */
@NullMarked
package io.sendfile.glassfish.versions;

import org.jspecify.annotations.NullMarked;
