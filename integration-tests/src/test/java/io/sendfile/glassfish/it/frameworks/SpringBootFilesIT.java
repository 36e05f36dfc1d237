package io.sendfile.glassfish.it.frameworks;

/** With Spring Boot 3, which imports nothing, and behind Spring Security. */
class SpringBootFilesIT extends SpringFilesIT {
  @Override
  String name() {
    return "boot3";
  }
}
