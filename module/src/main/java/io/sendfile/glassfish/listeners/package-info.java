/**
 * Installation into GlassFish's HTTP listeners. {@link
 * io.sendfile.glassfish.listeners.SendfileAddOn} is called while a listener is configured, {@link
 * io.sendfile.glassfish.listeners.LateAttach} comes where nobody calls, and both leave the work to
 * {@link io.sendfile.glassfish.listeners.ListenerBinder}.
 */
@NullMarked
package io.sendfile.glassfish.listeners;

import org.jspecify.annotations.NullMarked;
