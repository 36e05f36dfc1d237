/** Sources and help that follow from the tables of settings and figures, written in builds. */
@NullMarked
package io.sendfile.generator;

import org.jspecify.annotations.NullMarked;
