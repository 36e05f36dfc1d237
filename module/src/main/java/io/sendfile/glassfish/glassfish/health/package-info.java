/** How the parts of the module and the folders of roots are, in words for administrators. */
@NullMarked
package io.sendfile.glassfish.glassfish.health;

import org.jspecify.annotations.NullMarked;
