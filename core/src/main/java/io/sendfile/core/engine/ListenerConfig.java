package io.sendfile.core.engine;

import io.sendfile.core.content.ResponsePlanner;
import io.sendfile.core.files.Roots;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.transfer.HighestRate;
import io.sendfile.core.transfer.TurnQueue;
import io.sendfile.spi.SendAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * Settings with the objects made from them: one consistent set, read once per response.
 *
 * @param settings the settings
 * @param roots the roots, ready to open files in
 * @param algorithm pacing of transfers
 * @param planner planner of responses
 * @param rate highest rate of each transfer
 * @param turns turn queue of the listener's own workers; null for the common ones
 */
public record ListenerConfig(
    SendfileSettings settings,
    Roots roots,
    SendAlgorithm algorithm,
    ResponsePlanner planner,
    HighestRate rate,
    @Nullable TurnQueue turns) {}
