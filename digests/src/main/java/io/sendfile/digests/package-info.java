/**
 * The field {@code Repr-Digest}. {@link io.sendfile.digests.KnownDigests} answers out of its {@link
 * io.sendfile.digests.DigestMemory}, and reads nothing; what is not known is looked for on one
 * thread of its own, the {@link io.sendfile.digests.DigestFinder}, for later requests: {@link
 * io.sendfile.digests.StoredDigests} beside the file and in its extended attributes, or, if it is
 * asked for often, by a {@link io.sendfile.digests.FileReading}. A digest belongs to a {@link
 * io.sendfile.digests.FileState}, so that a file which is replaced has none until it is looked at.
 */
@NullMarked
package io.sendfile.digests;

import org.jspecify.annotations.NullMarked;
