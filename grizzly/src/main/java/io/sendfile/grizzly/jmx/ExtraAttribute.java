package io.sendfile.grizzly.jmx;

import io.sendfile.core.stats.StatsSnapshot;
import java.util.function.Function;

/**
 * An attribute that is no figure.
 *
 * @param description with its unit
 * @param value reads it out of the present numbers
 */
public record ExtraAttribute(String description, Function<StatsSnapshot, Object> value) {}
