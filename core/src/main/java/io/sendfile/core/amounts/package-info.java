/**
 * Sizes and times in words. {@link io.sendfile.core.amounts.Unit} reads {@code 64k} and {@code
 * 12h}, {@link io.sendfile.core.amounts.Moment} {@code 03:00}, the same in settings, commands and
 * console.
 */
@NullMarked
package io.sendfile.core.amounts;

import org.jspecify.annotations.NullMarked;
