/** Plug-ins to begin from; {@code docs/plug-ins.md} tells the rules. */
package io.sendfile.glassfish.example;
