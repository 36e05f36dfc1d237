package io.sendfile.glassfish.spring;

import java.nio.file.Path;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.FileSystemResource;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.resource.EncodedResourceResolver;
import org.springframework.web.servlet.resource.PathResourceResolver;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/** An application with controllers, functional endpoints and resource handlers. */
@Configuration
@EnableWebMvc
class Application implements WebMvcConfigurer {
  private final Path file;

  Application(Path file) {
    this.file = file;
  }

  @Bean
  FilesController files() {
    return new FilesController(file);
  }

  @Bean
  RouterFunction<ServerResponse> functional() {
    FileSystemResource resource = new FileSystemResource(file);
    return RouterFunctions.route()
        .GET("/functional", request -> ServerResponse.ok().body(resource))
        .resources("/functional/**", new FileSystemResource(file.getParent() + "/"))
        .build();
  }

  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    String location = file.getParent().toUri().toString();
    registry.addResourceHandler("/static/**").addResourceLocations(location);
    registry
        .addResourceHandler("/encoded/**")
        .addResourceLocations(location)
        .resourceChain(false)
        .addResolver(new EncodedResourceResolver())
        .addResolver(new PathResourceResolver());
    registry
        .addResourceHandler("/versions/**")
        .addResourceLocations(location)
        .resourceChain(false)
        .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
  }
}
