/** A program on Grizzly alone, to begin from: {@link io.sendfile.sample.GrizzlyApp}. */
package io.sendfile.sample;
