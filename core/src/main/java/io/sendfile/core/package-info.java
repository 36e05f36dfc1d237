/**
 * Finds, plans, schedules and moves files; needs the JDK alone. Headers, settings and one opened
 * file give a {@link io.sendfile.core.content.ResponsePlan}: deciding is pure, but for the open.
 * Its bytes are moved by a {@link io.sendfile.core.transfer.Transfer}, a state machine that knows
 * nothing of HTTP, in turns on the workers of a {@link
 * io.sendfile.core.transfer.TransferScheduler}, into a sink of whoever binds a server. Start at
 * {@link io.sendfile.core.engine.ListenerEngine}, which does both for one listener; {@link
 * io.sendfile.core.engine.SendfileEngine} has what lives as long as the server. Contracts for
 * plug-ins are in {@link io.sendfile.spi}.
 */
package io.sendfile.core;
