/**
 * Sizes and times in words. {@link io.sendfile.core.amounts.Amounts} writes them, and {@link
 * io.sendfile.core.amounts.Moment} reads {@code 03:00}, the same in settings, commands and console.
 */
@NullMarked
package io.sendfile.core.amounts;

import org.jspecify.annotations.NullMarked;
