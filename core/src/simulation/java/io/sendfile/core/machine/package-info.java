/**
 * The whole engine in a machine of virtual time: its real scheduler, rates, disk lanes, deadlines
 * and settings, between simulated threads, sockets, files, clients and administrators, all of which
 * may fail. A number, the seed, decides about everything that happens; {@link
 * io.sendfile.core.machine.Schedule} is one run, and {@link io.sendfile.core.machine.Rules} must
 * hold in each.
 */
@NullMarked
package io.sendfile.core.machine;

import org.jspecify.annotations.NullMarked;
