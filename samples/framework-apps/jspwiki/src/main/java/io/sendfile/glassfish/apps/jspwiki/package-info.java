/** Attachments of Apache JSPWiki. */
package io.sendfile.glassfish.apps.jspwiki;
