package io.sendfile.measure;

import java.util.OptionalDouble;

/**
 * Load of the machine during a measurement, including the measurement itself.
 *
 * @param average the system's load average of the last minute; empty where it has none
 * @param processors processors kept busy by this process; empty where this JVM does not report it
 */
public record MachineLoad(OptionalDouble average, OptionalDouble processors) {}
