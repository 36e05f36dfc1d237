/**
 * Tools of the scenarios: the server under test, clients with control over every byte, files of
 * known content, waiting with a deadline, and the leak check.
 */
@NullMarked
package io.sendfile.glassfish.it.harness;

import org.jspecify.annotations.NullMarked;
