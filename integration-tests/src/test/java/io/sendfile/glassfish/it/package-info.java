/**
 * Scenarios that run the same in embedded GlassFish, GlassFish 7 and GlassFish 8, each named by
 * what the server does. After every one of them nothing may be left over: see {@code LeakCheck}.
 */
@NullMarked
package io.sendfile.glassfish.it;

import org.jspecify.annotations.NullMarked;
