package io.sendfile.glassfish.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.ResourceHttpMessageConverter;
import org.springframework.http.converter.ResourceRegionHttpMessageConverter;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * Puts the converters for files in front of Spring's own, wherever beans of Spring MVC have them. A
 * converter of the application stays as it is. Stateless.
 */
final class FileConverters implements BeanPostProcessor {
  @Override
  public Object postProcessBeforeInitialization(Object bean, String name) {
    if (bean instanceof RequestMappingHandlerAdapter adapter) {
      addTo(adapter.getMessageConverters());
    } else if (bean instanceof ResourceHttpRequestHandler handler) {
      giveTo(handler);
    } else if (bean instanceof SimpleUrlHandlerMapping mapping) {
      for (Object handler : mapping.getUrlMap().values()) {
        if (handler instanceof ResourceHttpRequestHandler files) {
          giveTo(files);
        }
      }
    }
    return bean;
  }

  /** Adds those that are missing in the list. */
  static void addTo(List<HttpMessageConverter<?>> converters) {
    add(converters, new FileConverter(), ResourceHttpMessageConverter.class);
    add(converters, new FileRegionConverter(), ResourceRegionHttpMessageConverter.class);
  }

  private static void add(
      List<HttpMessageConverter<?>> converters, HttpMessageConverter<?> ours, Class<?> springs) {
    for (int i = 0; i < converters.size(); i++) {
      Class<?> present = converters.get(i).getClass();
      if (present == ours.getClass()) {
        return;
      }
      if (present == springs) {
        converters.add(i, ours);
        return;
      }
    }
  }

  private static void giveTo(ResourceHttpRequestHandler handler) {
    if (isSprings(handler.getResourceHttpMessageConverter(), ResourceHttpMessageConverter.class)) {
      handler.setResourceHttpMessageConverter(new FileConverter());
    }
    if (isSprings(
        handler.getResourceRegionHttpMessageConverter(),
        ResourceRegionHttpMessageConverter.class)) {
      handler.setResourceRegionHttpMessageConverter(new FileRegionConverter());
    }
  }

  /** A handler that is not initialized has none yet. */
  private static boolean isSprings(@Nullable Object converter, Class<?> springs) {
    return converter == null || converter.getClass() == springs;
  }
}
