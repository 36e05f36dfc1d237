/**
 * Installation into GlassFish's HTTP listeners. GlassFish calls {@link
 * io.sendfile.glassfish.listeners.SendfileAddOn} while it configures a listener; {@link
 * io.sendfile.glassfish.listeners.LateAttach} covers listeners without that call; both use {@link
 * io.sendfile.glassfish.listeners.ListenerBinder}.
 */
@NullMarked
package io.sendfile.glassfish.listeners;

import org.jspecify.annotations.NullMarked;
