/** The differences between the versions of GlassFish that one bundle has to bear. */
@NullMarked
package io.sendfile.glassfish.glassfish.versions;

import org.jspecify.annotations.NullMarked;
