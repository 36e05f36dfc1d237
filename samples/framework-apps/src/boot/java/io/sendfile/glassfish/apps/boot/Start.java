package io.sendfile.glassfish.apps.boot;

import io.sendfile.glassfish.apps.spring.FilesConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Starts Spring Boot in a server; everything is allowed, through all filters of the security. */
@SpringBootApplication
@Import(FilesConfiguration.class)
public class Start extends SpringBootServletInitializer {
  @Override
  protected SpringApplicationBuilder configure(SpringApplicationBuilder application) {
    return application.sources(Start.class);
  }

  /** Filters that decide nothing here. */
  @Bean
  public SecurityFilterChain security(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(all -> all.anyRequest().permitAll()).build();
  }

  /** Lets GlassFish dispatch asynchronous requests. */
  @Bean
  public ServersDispatchers dispatchers() {
    return new ServersDispatchers();
  }
}
