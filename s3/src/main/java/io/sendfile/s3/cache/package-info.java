/**
 * A bounded cache of slices of files on a local disk, in front of a slower place. {@link
 * io.sendfile.s3.cache.SliceCache} knows which slices are there, and lets each be fetched once, by
 * a {@link io.sendfile.s3.cache.Flight}, however many wait for it; {@link
 * io.sendfile.s3.cache.SliceFolder} is the disk; a {@link io.sendfile.s3.cache.CachedFile} is one
 * reader, who gets open files of slices for zero-copy. The source of its bytes is an {@link
 * io.sendfile.s3.cache.SliceOrigin}.
 */
@NullMarked
package io.sendfile.s3.cache;

import org.jspecify.annotations.NullMarked;
