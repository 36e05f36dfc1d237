/** Jakarta REST resources for implementations that an application brings. */
package io.sendfile.glassfish.apps.rest;
