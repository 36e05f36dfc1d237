package io.sendfile.glassfish.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Hands off the files that controllers, functional endpoints and resource handlers return. Spring
 * Boot finds it by itself; elsewhere import it beside {@code @EnableWebMvc}. Stateless.
 */
@Configuration(proxyBeanMethods = false)
public class SendfileConfiguration implements WebMvcConfigurer {
  /** Reaches the converters of functional endpoints, too, which a bean does not show. */
  @Override
  public void extendMessageConverters(List<HttpMessageConverter<?>> converters) {
    FileConverters.addTo(converters);
  }

  /** Spring looks for the length of a file before a converter is asked, if there is a range. */
  @Override
  public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
    resolvers.add(SendfileConfiguration::notFound);
  }

  private static @Nullable ModelAndView notFound(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    boolean missing =
        failure instanceof FileNotFoundException
            || (failure instanceof FileSystemException system && isNoFile(system.getFile()));
    if (!missing || request.getHeader(HttpHeaders.RANGE) == null) {
      return null;
    }
    try {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return new ModelAndView();
    } catch (IOException e) {
      return null;
    }
  }

  private static boolean isNoFile(@Nullable String file) {
    return file != null && !Files.isRegularFile(Path.of(file));
  }

  /** Reaches the resource handlers, and the controllers of a configuration in XML. */
  @Bean
  static BeanPostProcessor sendfileConverters() {
    return new FileConverters();
  }
}
