/**
 * Roots, and the files below them, found and opened once. {@link io.sendfile.core.files.FileOpener}
 * walks to a file through open directories and refuses with a reason; {@link
 * io.sendfile.core.files.Roots} finds the root of a target.
 */
@NullMarked
package io.sendfile.core.files;

import org.jspecify.annotations.NullMarked;
