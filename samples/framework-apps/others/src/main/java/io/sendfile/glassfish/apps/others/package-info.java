/**
 * OmniFaces, PrimeFaces, Jakarta MVC, Wicket and Struts, each with the lines of docs/frameworks.md
 * that hand a file off.
 */
package io.sendfile.glassfish.apps.others;
