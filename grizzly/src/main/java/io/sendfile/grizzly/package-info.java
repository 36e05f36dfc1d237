/**
 * Installation into any Grizzly server. {@link io.sendfile.grizzly.Sendfile} needs the core and
 * Grizzly, but no GlassFish. Below it, {@link io.sendfile.grizzly.filter.SendfileFilter} sees each
 * response header before it is committed, asks the engine whether a file takes the place of the
 * response, and sends that file: a small one with the header, a larger one as a transfer whose sink
 * writes to the socket, or through the filters of TLS and HTTP/2. An {@link
 * io.sendfile.grizzly.filter.Exchange} keeps the request open until the transfer has finished.
 * Sockets, HTTP/2 and memory are beside it, with what Grizzly lacks there.
 */
@NullMarked
package io.sendfile.grizzly;

import org.jspecify.annotations.NullMarked;
