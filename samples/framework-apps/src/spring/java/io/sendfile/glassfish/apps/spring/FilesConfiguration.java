package io.sendfile.glassfish.apps.spring;

import static org.springframework.http.HttpMethod.GET;
import static org.springframework.http.HttpMethod.HEAD;
import static org.springframework.web.servlet.function.RequestPredicates.methods;
import static org.springframework.web.servlet.function.RequestPredicates.path;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.FileSystemResource;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Controllers, a functional endpoint, and a handler for every file of the machine. */
@Configuration
@Import({FilesController.class, TagsController.class})
public class FilesConfiguration implements WebMvcConfigurer {
  /** A functional endpoint. */
  @Bean
  public RouterFunction<ServerResponse> functional() {
    return RouterFunctions.route()
        .route(
            methods(GET, HEAD).and(path("/functional")),
            request ->
                ServerResponse.ok()
                    .body(new FileSystemResource(request.param("file").orElseThrow())))
        .build();
  }

  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    registry.addResourceHandler("/static/**").addResourceLocations("file:/");
  }
}
