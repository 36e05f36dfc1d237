/**
 * Archives of several files. Their bytes are generated while they are sent: an {@link
 * io.sendfile.core.archive.ArchiveSource} opens each member when its turn comes, so that it holds
 * one open file and a small table, however large it is. It computes unknown checksums itself, in
 * the turns of its transfer.
 */
@NullMarked
package io.sendfile.core.archive;

import org.jspecify.annotations.NullMarked;
