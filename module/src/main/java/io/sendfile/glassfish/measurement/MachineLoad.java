package io.sendfile.glassfish.measurement;

import java.util.OptionalDouble;

/**
 * How busy the machine was while something was measured. The measurement's own work is in it.
 *
 * @param average the system's load average of the last minute; empty where it has none
 * @param processors processors that this process kept busy; empty where this JVM does not tell
 */
public record MachineLoad(OptionalDouble average, OptionalDouble processors) {}
