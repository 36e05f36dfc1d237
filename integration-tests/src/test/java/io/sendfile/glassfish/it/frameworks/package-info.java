/** Applications of other frameworks, with their real jars, that return files. */
@NullMarked
package io.sendfile.glassfish.it.frameworks;

import org.jspecify.annotations.NullMarked;
