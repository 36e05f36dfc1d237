/**
 * Signed links to files. {@link io.sendfile.links.SignedLinks} answers requests by them before any
 * application: {@link io.sendfile.links.LinkKeys} turn the token of a request into a {@link
 * io.sendfile.links.Link}, which names a file and the terms of its delivery. The {@link
 * io.sendfile.links.LinkLedger} follows the responses by links that are to be used once, and a
 * {@link io.sendfile.links.LinkStore} remembers which are over: on the disk of one server, or in a
 * database, which servers share.
 */
@NullMarked
package io.sendfile.links;

import org.jspecify.annotations.NullMarked;
