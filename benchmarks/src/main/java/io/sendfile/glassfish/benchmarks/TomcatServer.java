package io.sendfile.glassfish.benchmarks;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/**
 * The rival: embedded Tomcat with a servlet that hands the file over by Tomcat's own request
 * attributes. Arguments: port, folder of files, folder for Tomcat.
 */
public final class TomcatServer {
  private TomcatServer() {}

  public static void main(String[] args) throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[2]);
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(Integer.parseInt(args[0]));
    var connector = tomcat.getConnector();
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxKeepAliveRequests", "-1");
    // Room and time for clients that stall.
    connector.setProperty("maxConnections", "-1");
    connector.setProperty("acceptCount", "4096");
    connector.setProperty("connectionTimeout", "3600000");
    var context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "send", new SendServlet(Path.of(args[1])));
    context.addServletMappingDecoded("/send", "send");
    tomcat.start();
    tomcat.getServer().await();
  }

  /** {@code /send?file=…} */
  static final class SendServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private final transient Path folder;

    SendServlet(Path folder) {
      this.folder = folder;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Path file = folder.resolve(Path.of(request.getParameter("file")).getFileName());
      if (!Boolean.TRUE.equals(request.getAttribute("org.apache.tomcat.sendfile.support"))) {
        throw new IllegalStateException("This connector has no sendfile");
      }
      long size = Files.size(file);
      response.setContentType("application/octet-stream");
      response.setContentLengthLong(size);
      request.setAttribute("org.apache.tomcat.sendfile.filename", file.toString());
      request.setAttribute("org.apache.tomcat.sendfile.start", 0L);
      request.setAttribute("org.apache.tomcat.sendfile.end", size);
    }
  }
}
