/**
 * Files that Jakarta REST resources return. Jersey finds {@link
 * io.sendfile.glassfish.jaxrs.FileEntities} by itself and asks it once for each application; no
 * other package imports this one. Where a request takes no file, Jersey copies as without the
 * module.
 */
@NullMarked
package io.sendfile.glassfish.jaxrs;

import org.jspecify.annotations.NullMarked;
