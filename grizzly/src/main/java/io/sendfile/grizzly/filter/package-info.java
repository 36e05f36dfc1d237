/**
 * Edge to Grizzly: filter, exchange, sinks. {@link io.sendfile.grizzly.filter.SendfileFilter} sees
 * each uncommitted response header; {@link io.sendfile.grizzly.filter.HandOffHandler} sees the
 * application return; between them an {@link io.sendfile.grizzly.filter.Exchange} keeps the request
 * open until its transfer has finished. Sinks write to the socket or, for TLS and HTTP/2, through
 * the filters.
 */
@NullMarked
package io.sendfile.grizzly.filter;

import org.jspecify.annotations.NullMarked;
