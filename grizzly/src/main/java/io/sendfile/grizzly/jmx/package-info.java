/**
 * Statistics and running transfers of a server as MXBeans. {@link
 * io.sendfile.grizzly.jmx.ServerBeans} names and registers them, for Grizzly alone as for
 * GlassFish, which has more of them. Counts nothing itself.
 */
@NullMarked
package io.sendfile.grizzly.jmx;

import org.jspecify.annotations.NullMarked;
