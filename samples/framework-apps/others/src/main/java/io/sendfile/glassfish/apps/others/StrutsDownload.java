package io.sendfile.glassfish.apps.others;

import io.sendfile.glassfish.application.SendfileResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.struts2.ActionSupport;
import org.apache.struts2.ServletActionContext;

/** An action of Struts. */
public class StrutsDownload extends ActionSupport {
  private static final long serialVersionUID = 1L;

  private static Path file() {
    return Path.of(ServletActionContext.getRequest().getParameter("file"));
  }

  /** Hands the file off; the result "none" leaves the response as it is. */
  public String handOff() throws IOException {
    SendfileResponse.send(
        ServletActionContext.getRequest(), ServletActionContext.getResponse(), file());
    return NONE;
  }

  /** For the result of type stream: a copy. */
  public InputStream getInputStream() throws IOException {
    return Files.newInputStream(file());
  }

  /** The value of a hand-off header, for the result of type httpheader. */
  public String getSendfile() {
    return file().toString();
  }
}
