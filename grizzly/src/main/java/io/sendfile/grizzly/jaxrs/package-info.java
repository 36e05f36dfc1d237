/**
 * Files that Jakarta REST resources return. Jersey finds {@link
 * io.sendfile.grizzly.jaxrs.FileEntities} by itself and asks it once for each application. Where a
 * request takes no file, Jersey copies as without the module.
 */
@NullMarked
package io.sendfile.grizzly.jaxrs;

import org.jspecify.annotations.NullMarked;
