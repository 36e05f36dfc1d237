package io.sendfile.glassfish.apps.vaadin;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinRequest;
import com.vaadin.flow.server.VaadinServiceInitListener;
import com.vaadin.flow.server.VaadinServletRequest;
import com.vaadin.flow.server.VaadinServletResponse;
import com.vaadin.flow.server.streams.DownloadEvent;
import com.vaadin.flow.server.streams.DownloadHandler;
import io.sendfile.glassfish.application.SendfileResponse;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** Adds two links to each page, to the file that the page was asked for with. */
public class Downloads implements VaadinServiceInitListener {
  private static final long serialVersionUID = 1L;

  @Override
  public void serviceInit(ServiceInitEvent event) {
    event.getSource().addUIInitListener(page -> addLinks(page.getUI()));
  }

  private static void addLinks(UI page) {
    String file = VaadinRequest.getCurrent().getParameter("file");
    page.add(new Anchor((DownloadEvent event) -> handOff(event, Path.of(file)), "handed off"));
    page.add(new Anchor(DownloadHandler.forFile(new File(file)), "copied"));
  }

  private static void handOff(DownloadEvent event, Path file) throws IOException {
    SendfileResponse.send(
        ((VaadinServletRequest) event.getRequest()).getHttpServletRequest(),
        ((VaadinServletResponse) event.getResponse()).getHttpServletResponse(),
        file);
  }
}
