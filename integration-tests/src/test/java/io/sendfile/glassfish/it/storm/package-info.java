/**
 * A storm of random changes of the settings, through every interface of an administrator, and a
 * model of the expected result.
 */
@NullMarked
package io.sendfile.glassfish.it.storm;

import org.jspecify.annotations.NullMarked;
