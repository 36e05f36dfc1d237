/**
 * The application under test. Most of it plays {@link io.sendfile.glassfish.it.app.Steps}, a list
 * of things to do with the response that the test sends along, in the place where that kind of
 * component would do them.
 */
@NullMarked
package io.sendfile.glassfish.it.app;

import org.jspecify.annotations.NullMarked;
