/** Optional classes for an application that wants the results of its hand-offs typed. */
package io.sendfile.glassfish.application;
