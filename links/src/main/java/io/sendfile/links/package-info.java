/**
 * Signed links to files. {@link io.sendfile.links.SignedLinks} answers requests by them before any
 * application: {@link io.sendfile.links.LinkKeys} turn the token of a request into a {@link
 * io.sendfile.links.Link}, which names a file and the terms of its delivery, and a {@link
 * io.sendfile.links.LinkLedger} remembers which of them are over: that of one server on its disk,
 * or one in a database, which servers share.
 */
@NullMarked
package io.sendfile.links;

import org.jspecify.annotations.NullMarked;
