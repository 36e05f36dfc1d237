package io.sendfile.glassfish.apps.others;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.omnifaces.util.Faces;

/** Actions of Faces pages. */
@Named
@RequestScoped
public class FacesDownload {
  /** As OmniFaces does it: a copy. */
  public void copy() throws IOException {
    Faces.sendFile(new File(Faces.getRequestParameter("file")), true);
  }

  /** Hands the file off. */
  public void handOff() throws IOException {
    Path file = Path.of(Faces.getRequestParameter("file"));
    Faces.getResponse().setHeader("Content-Disposition", "attachment; filename=\"framework.bin\"");
    SendfileResponse.send(Faces.getRequest(), Faces.getResponse(), file);
    Faces.responseComplete();
  }
}
