/**
 * Layout of ZIP archives. Entries are stored uncompressed, so {@link
 * io.sendfile.core.zip.ZipLayout} computes the place of each byte in advance; {@link
 * io.sendfile.core.zip.ZipRecords} generates the headers. Pure; by APPNOTE 6.3.10.
 */
@NullMarked
package io.sendfile.core.zip;

import org.jspecify.annotations.NullMarked;
