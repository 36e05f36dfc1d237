/**
 * Scenarios with other people's clients and a proxy, as the distribution ships them: one class for
 * each. {@code verify.sh} installs them where it may.
 */
@NullMarked
package io.sendfile.glassfish.it.clients;

import org.jspecify.annotations.NullMarked;
