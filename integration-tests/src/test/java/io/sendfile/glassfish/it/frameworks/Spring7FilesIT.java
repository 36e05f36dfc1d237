package io.sendfile.glassfish.it.frameworks;

import org.junit.jupiter.api.Tag;

/** With Spring 7 and Spring Boot 4, behind Spring Security. They need Servlet 6.1. */
@Tag("servlet-6.1")
class Spring7FilesIT extends SpringFilesIT {
  @Override
  String name() {
    return "boot4";
  }
}
