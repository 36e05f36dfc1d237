package io.sendfile.glassfish.it.app;

import com.sun.management.HotSpotDiagnosticMXBean;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Dumps the reachable part of the server's heap to a new {@code file}. */
@WebServlet("/heap")
public final class HeapServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(request.getParameter("file"), true);
    response.getWriter().print("dumped");
  }
}
