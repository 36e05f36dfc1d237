/**
 * Scenarios that run alike in embedded GlassFish, GlassFish 7 and GlassFish 8, each named by the
 * server's behaviour. After each of them nothing may be left over: see {@code LeakCheck}.
 */
@NullMarked
package io.sendfile.glassfish.it;

import org.jspecify.annotations.NullMarked;
