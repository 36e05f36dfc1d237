package io.sendfile.glassfish.apps.cxf;

import io.sendfile.glassfish.application.SendfileFeature;
import io.sendfile.glassfish.apps.rest.RestApplication;
import java.util.HashSet;
import java.util.Set;

/** With the feature of application-api, which CXF does not look for. */
public class CxfApplication extends RestApplication {
  @Override
  public Set<Class<?>> getClasses() {
    Set<Class<?>> classes = new HashSet<>(super.getClasses());
    classes.add(SendfileFeature.class);
    return classes;
  }
}
