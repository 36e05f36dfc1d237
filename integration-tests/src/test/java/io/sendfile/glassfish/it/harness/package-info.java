/**
 * What the scenarios stand on: the server under test, clients that show every byte, files of known
 * content, waiting with a deadline, and the check that nothing leaks.
 */
@NullMarked
package io.sendfile.glassfish.it.harness;

import org.jspecify.annotations.NullMarked;
