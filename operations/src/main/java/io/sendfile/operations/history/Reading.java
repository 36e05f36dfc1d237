package io.sendfile.operations.history;

import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.core.transfer.LimitUsage;
import java.util.Map;

/**
 * The figures of a server at one moment.
 *
 * @param limits use of its limits
 * @param parts figures of applications and roots, as {@link
 *     io.sendfile.core.stats.Statistics#parts} has them
 */
public record Reading(StatsSnapshot all, LimitUsage limits, Map<String, StatsSnapshot> parts) {}
