package io.sendfile.glassfish.spring;

import org.springframework.context.annotation.Import;

/** The application with the one line that it needs. */
@Import(SendfileConfiguration.class)
class WithModule extends Application {
  WithModule(java.nio.file.Path file) {
    super(file);
  }
}
