package io.sendfile.glassfish.apps.others;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.wicket.markup.html.WebPage;
import org.apache.wicket.request.IRequestCycle;
import org.apache.wicket.request.handler.resource.ResourceStreamRequestHandler;
import org.apache.wicket.request.mapper.parameter.PageParameters;
import org.apache.wicket.util.resource.FileResourceStream;

/** Sends a file in place of itself, as links and buttons of pages do. */
public class WicketPage extends WebPage {
  private static final long serialVersionUID = 1L;

  /** Answers with the file of the parameter {@code file}. */
  public WicketPage(PageParameters parameters) {
    super(parameters);
    String file = parameters.get("file").toString();
    if (parameters.get("copied").toBoolean()) {
      getRequestCycle()
          .scheduleRequestHandlerAfterCurrent(
              new ResourceStreamRequestHandler(new FileResourceStream(new File(file))));
    } else {
      getRequestCycle().scheduleRequestHandlerAfterCurrent(cycle -> handOff(cycle, Path.of(file)));
    }
  }

  private static void handOff(IRequestCycle cycle, Path file) {
    try {
      SendfileResponse.send(
          (HttpServletRequest) cycle.getRequest().getContainerRequest(),
          (HttpServletResponse) cycle.getResponse().getContainerResponse(),
          file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
