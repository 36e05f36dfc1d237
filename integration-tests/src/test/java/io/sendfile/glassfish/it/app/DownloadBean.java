package io.sendfile.glassfish.it.app;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.ExternalContext;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Named;

/** Bean of {@code page.xhtml}: hands off before the view is rendered, or from an action. */
@Named("download")
@RequestScoped
public class DownloadBean {
  /** The page's {@code preRenderView} event. */
  public void prepare() {
    ExternalContext external = FacesContext.getCurrentInstance().getExternalContext();
    String value = external.getRequestParameterMap().get("value");
    if (value != null) {
      external.setResponseHeader("X-Sendfile", value);
    }
  }

  /** Like {@link #prepare}, but without rendering the page. */
  public void prepareAndComplete() {
    prepare();
    FacesContext.getCurrentInstance().responseComplete();
  }
}
