/**
 * Installation into GlassFish's HTTP listeners: {@link
 * io.sendfile.glassfish.glassfish.listeners.SendfileAddOn} is asked for while a listener is
 * configured, {@link io.sendfile.glassfish.glassfish.listeners.LateAttach} comes where nobody asks,
 * and both leave to {@link io.sendfile.glassfish.glassfish.listeners.ListenerBinder} what goes
 * where.
 */
@NullMarked
package io.sendfile.glassfish.glassfish.listeners;

import org.jspecify.annotations.NullMarked;
