package io.sendfile.sample;

import io.sendfile.grizzly.Sendfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.glassfish.grizzly.ssl.SSLContextConfigurator;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;

/** The files of a folder, by the header and copied, on a Grizzly server without a container. */
public final class GrizzlyApp {
  private GrizzlyApp() {}

  /**
   * Runs until it is stopped.
   *
   * @param arguments the folder, port, port of TLS, a PKCS 12 file with its key and the password of
   *     that file; then settings, as {@code stall-timeout-seconds=10}
   */
  public static void main(String... arguments) throws Exception {
    Path files = Path.of(arguments[0]).toRealPath();
    Sendfile.Builder settings = Sendfile.builder().root("files", files);
    for (String setting : List.of(arguments).subList(5, arguments.length)) {
      String[] nameAndValue = setting.split("=", 2);
      settings.set(nameAndValue[0], nameAndValue[1]);
    }

    HttpServer server = new HttpServer();
    server.addListener(listener("http", arguments[1]));
    NetworkListener tls = listener("https", arguments[2]);
    tls.setSecure(true);
    tls.setSSLEngineConfig(tls(arguments[3], arguments[4]));
    server.addListener(tls);
    server.getServerConfiguration().addHttpHandler(new Sample(files), "/sample");

    Sendfile sendfile = settings.build();
    sendfile.install(server);
    server.start();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  sendfile.close();
                  server.shutdownNow();
                }));
    System.out.println("READY");
    Thread.currentThread().join();
  }

  private static NetworkListener listener(String name, String port) {
    NetworkListener listener = new NetworkListener(name, "127.0.0.1", Integer.parseInt(port));
    listener.registerAddOn(new Http2AddOn());
    return listener;
  }

  private static SSLEngineConfigurator tls(String keys, String password) {
    SSLContextConfigurator context = new SSLContextConfigurator();
    context.setKeyStoreFile(keys);
    context.setKeyStorePass(password);
    context.setKeyStoreType("PKCS12");
    return new SSLEngineConfigurator(context.createSSLContext(true), false, false, false);
  }

  /** The ways of sending a file. */
  private static final class Sample extends HttpHandler {
    private final Path files;

    Sample(Path files) {
      this.files = files;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
      String value = request.getParameter("value");
      switch (request.getRequestURI() + (value == null ? "" : "?")) {
        case "/sample/send?" -> response.setHeader("X-Sendfile", value);
        case "/sample/copy?" -> copy(value, response);
        case "/sample/hello" -> response.getWriter().write("Hello.\n");
        case "/sample", "/sample/" -> index(response);
        default -> response.sendError(404);
      }
    }

    /** As an application does without a module. */
    private void copy(String value, Response response) throws Exception {
      Path file = files.resolve(value.replaceFirst("^files:", "")).normalize();
      if (file.startsWith(files) && Files.isRegularFile(file)) {
        response.setContentLengthLong(Files.size(file));
        Files.copy(file, response.getOutputStream());
      } else {
        response.sendError(404);
      }
    }

    private void index(Response response) throws Exception {
      response.setContentType("text/html; charset=utf-8");
      response.getWriter().write("<!DOCTYPE html><title>Sample</title><h1>Files</h1><table>");
      try (Stream<Path> found = Files.list(files)) {
        for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
          String query = "?value=files:" + file.getFileName();
          response
              .getWriter()
              .write(
                  "<tr><td>%s<td><a href='/sample/send%2$s'>sent</a><td><a href='/sample/copy%2$s'>copied</a>"
                      .formatted(file.getFileName(), query));
        }
      }
      response.getWriter().write("</table>");
    }
  }
}
