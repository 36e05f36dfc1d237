package io.sendfile.glassfish.spring;

import java.util.List;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.HttpMessageConverter;
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

  /** Reaches the resource handlers, and the controllers of a configuration in XML. */
  @Bean
  static BeanPostProcessor sendfileConverters() {
    return new FileConverters();
  }
}
