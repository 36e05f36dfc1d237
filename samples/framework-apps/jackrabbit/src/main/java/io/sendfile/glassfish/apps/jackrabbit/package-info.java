/** Files of Apache Jackrabbit. */
package io.sendfile.glassfish.apps.jackrabbit;
