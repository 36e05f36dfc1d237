package io.sendfile.glassfish.spring;

import org.springframework.context.annotation.Import;

/** The same application with its one more line. */
@Import(SendfileConfiguration.class)
class WithModule extends Application {
  WithModule(java.nio.file.Path file) {
    super(file);
  }
}
