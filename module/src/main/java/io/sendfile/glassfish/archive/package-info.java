/**
 * Archives of several files. Their bytes are made while they are sent: an {@link
 * io.sendfile.glassfish.archive.Archive} opens each member when it is due, so that it holds one
 * file and a small table, however large it is. Checksums that nobody has told it reads itself, in
 * the turns of its transfer.
 */
@NullMarked
package io.sendfile.glassfish.archive;

import org.jspecify.annotations.NullMarked;
