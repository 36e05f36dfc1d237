package io.sendfile.glassfish.benchmarks;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * A rival: embedded Tomcat with a servlet that hands the file over by Tomcat's own request
 * attributes, or copies it where these do not work. Arguments: port, folder of files, folder for
 * Tomcat; for TLS with HTTP/2 also a key store and its password.
 */
public final class TomcatServer {
  private TomcatServer() {}

  public static void main(String[] args) throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[2]);
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(Integer.parseInt(args[0]));
    Connector connector = tomcat.getConnector();
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxKeepAliveRequests", "-1");
    // Room and time for stalled clients.
    connector.setProperty("maxConnections", "-1");
    connector.setProperty("acceptCount", "4096");
    connector.setProperty("connectionTimeout", "3600000");
    if (args.length > 3) {
      secure(connector, args[3], args[4]);
    }
    Context context = tomcat.addContext("", null);
    add(context, "send", new SendServlet(Path.of(args[1])));
    add(context, "later", new LaterServlet());
    add(context, "hello", new HelloServlet());
    tomcat.start();
    tomcat.getServer().await();
  }

  private static void add(Context context, String name, HttpServlet servlet) {
    Tomcat.addServlet(context, name, servlet).setAsyncSupported(true);
    context.addServletMappingDecoded("/" + name, name);
  }

  private static void secure(Connector connector, String keyStore, String password) {
    connector.setSecure(true);
    connector.setScheme("https");
    connector.setProperty("SSLEnabled", "true");
    SSLHostConfig tls = new SSLHostConfig();
    SSLHostConfigCertificate certificate =
        new SSLHostConfigCertificate(tls, SSLHostConfigCertificate.Type.UNDEFINED);
    certificate.setCertificateKeystoreFile(keyStore);
    certificate.setCertificateKeystorePassword(password);
    certificate.setCertificateKeyAlias("s1as");
    tls.addCertificate(certificate);
    connector.addSslHostConfig(tls);
    Http2Protocol http2 = new Http2Protocol();
    // Otherwise bodies of 100 MB, several at a time, arrive incomplete.
    http2.setUseSendfile(false);
    connector.addUpgradeProtocol(http2);
  }

  /** {@code /hello}: the smallest response. */
  static final class HelloServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/plain");
      response.getWriter().print("hello\n");
    }
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
      long size = Files.size(file);
      response.setContentType("application/octet-stream");
      response.setContentLengthLong(size);
      if (handsOff(request)) {
        request.setAttribute("org.apache.tomcat.sendfile.filename", file.toString());
        request.setAttribute("org.apache.tomcat.sendfile.start", 0L);
        request.setAttribute("org.apache.tomcat.sendfile.end", size);
      } else {
        Files.copy(file, response.getOutputStream());
      }
    }

    /**
     * Tomcat offers its attributes to asynchronous requests, too, but then never sends the body.
     */
    private static boolean handsOff(HttpServletRequest request) {
      return Boolean.TRUE.equals(request.getAttribute("org.apache.tomcat.sendfile.support"))
          && request.getDispatcherType() != DispatcherType.ASYNC;
    }
  }

  /** {@code /later?file=…}: the file 100 ms later, with no waiting thread. */
  static final class LaterServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private final transient ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      AsyncContext context = request.startAsync();
      Future<?> unused =
          timer.schedule(() -> context.dispatch("/send"), 100, TimeUnit.MILLISECONDS);
    }

    @Override
    public void destroy() {
      timer.shutdownNow();
    }
  }
}
