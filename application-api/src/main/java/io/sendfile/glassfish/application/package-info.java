/** What an application may take along to be told of its hand-offs with types of its own. */
package io.sendfile.glassfish.application;
