/** Spring MVC without Spring Boot. */
package io.sendfile.glassfish.apps.spring6;
