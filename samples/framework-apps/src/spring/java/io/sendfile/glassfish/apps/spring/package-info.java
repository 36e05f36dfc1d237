/** An application of Spring MVC that returns files, with no word of a hand-off. */
package io.sendfile.glassfish.apps.spring;
