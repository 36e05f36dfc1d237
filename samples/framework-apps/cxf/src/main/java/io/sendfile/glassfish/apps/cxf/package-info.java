/** The line that CXF needs beside the resources. */
package io.sendfile.glassfish.apps.cxf;
