/**
 * Layout of ZIP archives. Each byte follows from the entries, which are stored as they are: {@link
 * io.sendfile.glassfish.zip.ZipLayout} knows the place of each byte before the first one is made;
 * {@link io.sendfile.glassfish.zip.ZipRecords} makes those that are no entry's data. Pure; by
 * APPNOTE 6.3.10.
 */
@NullMarked
package io.sendfile.glassfish.zip;

import org.jspecify.annotations.NullMarked;
