/**
 * GlassFish and Payara: the bundle, with core, grizzly and operations inside. GlassFish finds its
 * services by HK2 and calls {@link io.sendfile.glassfish.listeners.SendfileAddOn} before it binds a
 * listener. Start at {@link io.sendfile.glassfish.server.SendfileCore}, which joins settings from
 * domain.xml, the engine, statistics and plug-ins, and ends them in order. Beside it are the web
 * container, commands, monitoring, and differences between versions. Nothing here may throw while
 * GlassFish starts: that would stop the server.
 */
package io.sendfile.glassfish;
