/** Plug-ins to start from; {@code docs/plug-ins.md} has the rules. */
package io.sendfile.glassfish.example;
