/**
 * Scenarios with clients and a proxy that nobody here wrote, as the distribution has them: one
 * class for each. {@code verify.sh} installs them where it may.
 */
@NullMarked
package io.sendfile.glassfish.it.clients;

import org.jspecify.annotations.NullMarked;
