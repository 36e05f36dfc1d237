package io.sendfile.glassfish.apps.others;

import org.apache.wicket.Page;
import org.apache.wicket.protocol.http.WebApplication;

/** An application of Wicket with a page that sends a file. */
public class WicketDownloads extends WebApplication {
  @Override
  public Class<? extends Page> getHomePage() {
    return WicketPage.class;
  }

  @Override
  protected void init() {
    super.init();
    mountPage("/page", WicketPage.class);
  }
}
