package io.sendfile.glassfish.apps.others;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import org.omnifaces.servlet.FileServlet;

/** The servlet for files of OmniFaces, which hands them off. */
@WebServlet("/omnifaces-files")
public class OmniFacesFiles extends FileServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected File getFile(HttpServletRequest request) {
    return new File(request.getParameter("file"));
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    File file = getFile(request);
    if (SendfileResponse.isActive(request) && file.isFile()) {
      SendfileResponse.send(request, response, file.toPath());
    } else {
      super.doGet(request, response);
    }
  }

  @Override
  protected void doHead(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    doGet(request, response);
  }
}
