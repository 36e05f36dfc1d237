/** Packs of Git by JGit. */
package io.sendfile.glassfish.apps.jgit;
