package io.sendfile.glassfish.apps.others;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.io.File;
import org.omnifaces.servlet.FileServlet;

/** The servlet for files of OmniFaces as it is. */
@WebServlet("/omnifaces-copies")
public class OmniFacesCopies extends FileServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected File getFile(HttpServletRequest request) {
    return new File(request.getParameter("file"));
  }
}
