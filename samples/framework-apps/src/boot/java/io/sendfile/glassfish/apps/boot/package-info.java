/**
 * Spring MVC with Spring Boot and Spring Security, which find the module for Spring by themselves.
 */
package io.sendfile.glassfish.apps.boot;
