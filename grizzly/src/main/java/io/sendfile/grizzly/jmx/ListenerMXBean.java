package io.sendfile.grizzly.jmx;

/** {@code io.sendfile.glassfish:type=Listener,name=…}: statistics of one HTTP listener. */
public interface ListenerMXBean extends TransferStatistics {}
