package io.sendfile.glassfish.monitoring;

/** {@code io.sendfile.glassfish:type=Listener,name=…}: what came through one HTTP listener. */
public interface ListenerMXBean extends TransferStatistics {}
