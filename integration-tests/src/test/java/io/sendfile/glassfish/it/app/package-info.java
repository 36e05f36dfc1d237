/**
 * The application under test. Most of it plays {@link io.sendfile.glassfish.it.app.Steps}, a list
 * of actions on the response that the test sends along, in the place of a certain kind of
 * component.
 */
@NullMarked
package io.sendfile.glassfish.it.app;

import org.jspecify.annotations.NullMarked;
