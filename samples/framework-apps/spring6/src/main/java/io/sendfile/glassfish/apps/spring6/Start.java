package io.sendfile.glassfish.apps.spring6;

import io.sendfile.glassfish.apps.spring.FilesConfiguration;
import io.sendfile.glassfish.spring.SendfileConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.support.AbstractAnnotationConfigDispatcherServletInitializer;

/** Starts Spring MVC; the import of {@code SendfileConfiguration} is the one line it needs. */
public class Start extends AbstractAnnotationConfigDispatcherServletInitializer {
  /** The beans. */
  @Configuration
  @EnableWebMvc
  @Import({FilesConfiguration.class, SendfileConfiguration.class})
  public static class Beans {}

  @Override
  protected Class<?>[] getRootConfigClasses() {
    return new Class<?>[0];
  }

  @Override
  protected Class<?>[] getServletConfigClasses() {
    return new Class<?>[] {Beans.class};
  }

  @Override
  protected String[] getServletMappings() {
    return new String[] {"/"};
  }
}
