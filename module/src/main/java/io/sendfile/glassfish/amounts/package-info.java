/**
 * Sizes and times in words. {@link io.sendfile.glassfish.amounts.Unit} reads {@code 64k} and {@code
 * 12h}, the same in settings, commands and console.
 */
@NullMarked
package io.sendfile.glassfish.amounts;

import org.jspecify.annotations.NullMarked;
