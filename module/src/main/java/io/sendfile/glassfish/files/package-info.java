/**
 * Roots, and the files below them, found and opened once. {@link
 * io.sendfile.glassfish.files.FileOpener} walks to a file through open directories and refuses with
 * a reason; {@link io.sendfile.glassfish.files.Roots} finds the root of a target.
 */
@NullMarked
package io.sendfile.glassfish.files;

import org.jspecify.annotations.NullMarked;
