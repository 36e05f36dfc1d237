package io.sendfile.glassfish.apps.others;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.enterprise.context.SessionScoped;
import jakarta.faces.context.ExternalContext;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Named;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.primefaces.model.DefaultStreamedContent;
import org.primefaces.model.StreamedContent;

/** Content of {@code p:fileDownload}: the file that the page was asked for. */
@Named
@SessionScoped
public class PrimeFacesDownload implements Serializable {
  private static final long serialVersionUID = 1L;

  private String file;

  /** The file, from the query of the page. */
  public String getFile() {
    return file;
  }

  /** Remembers it for the session. */
  public void setFile(String asked) {
    this.file = asked;
  }

  private static DefaultStreamedContent.Builder named() {
    return DefaultStreamedContent.builder().name("framework.bin").contentType("application/x-it");
  }

  /** A copy, as in most applications. */
  public StreamedContent getCopy() {
    return named().stream(() -> open(file)).build();
  }

  private static InputStream open(String file) {
    try {
      return Files.newInputStream(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Hands the file off. */
  public StreamedContent getHandOff() {
    return named().writer(out -> handOff(Path.of(file))).build();
  }

  private static void handOff(Path file) {
    ExternalContext context = FacesContext.getCurrentInstance().getExternalContext();
    try {
      SendfileResponse.send(
          (HttpServletRequest) context.getRequest(),
          (HttpServletResponse) context.getResponse(),
          file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
