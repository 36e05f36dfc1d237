package io.sendfile.glassfish.benchmarks;

import io.sendfile.grizzly.Sendfile;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.server.StaticHttpHandler;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/**
 * A program that embeds Grizzly and sends the files of a folder in one of its ways. Arguments: name
 * of the contestant, port, folder. Those of {@link Installed} need this project in the class path.
 */
public final class GrizzlyServer {
  private GrizzlyServer() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int port = Integer.parseInt(args[1]);
    Path folder = Path.of(args[2]);
    HttpServer server =
        switch (args[0]) {
          case "header" -> Installed.header(port, folder);
          case "file-handler" -> Installed.fileHandler(port, folder);
          case "jersey-sendfile" -> Installed.jersey(port, folder);
          case "jersey" -> jersey(port, folder);
          case "static-cached" -> staticHandler(port, folder, true);
          case "static-handler" -> staticHandler(port, folder, false);
          default -> throw new IllegalArgumentException("There is no contestant " + args[0]);
        };
    for (NetworkListener listener : server.getListeners()) {
      listener.getKeepAlive().setMaxRequestsCount(-1);
    }
    server.start();
    Thread.currentThread().join();
  }

  private static HttpServer server(int port) {
    HttpServer server = new HttpServer();
    server.addListener(new NetworkListener("grizzly", "127.0.0.1", port));
    return server;
  }

  private static HttpServer staticHandler(int port, Path folder, boolean cached) {
    HttpServer server = server(port);
    server.getListener("grizzly").getFileCache().setEnabled(cached);
    StaticHttpHandler handler = new StaticHttpHandler(folder.toString());
    handler.setFileCacheEnabled(cached);
    server.getServerConfiguration().addHttpHandler(handler, "/");
    return server;
  }

  private static HttpServer jersey(int port, Path folder) {
    ResourceConfig application = new ResourceConfig().register(new Downloads(folder));
    URI uri = URI.create("http://127.0.0.1:" + port + "/");
    return GrizzlyHttpServerFactory.createHttpServer(uri, application, false);
  }

  /** A resource that returns files. */
  @jakarta.ws.rs.Path("/")
  public static final class Downloads {
    private final Path folder;

    Downloads(Path folder) {
      this.folder = folder;
    }

    @GET
    @jakarta.ws.rs.Path("{name}")
    @Produces("application/octet-stream")
    public File file(@PathParam("name") String name) {
      return folder.resolve(Path.of(name).getFileName()).toFile();
    }
  }

  /** The ways that this project adds; a class of its own, which the others do not load. */
  private static final class Installed {
    private Installed() {}

    static HttpServer header(int port, Path folder) {
      HttpServer server = server(port);
      HttpHandler handler =
          new HttpHandler() {
            @Override
            public void service(Request request, Response response) {
              response.setHeader("X-Sendfile", "files:" + request.getRequestURI().substring(1));
            }
          };
      server.getServerConfiguration().addHttpHandler(handler, "/");
      return installed(folder, server);
    }

    static HttpServer fileHandler(int port, Path folder) {
      HttpServer server = server(port);
      Sendfile sendfile = sendfile(folder);
      server.getServerConfiguration().addHttpHandler(sendfile.files("files"), "/");
      sendfile.install(server);
      return server;
    }

    static HttpServer jersey(int port, Path folder) {
      return installed(folder, GrizzlyServer.jersey(port, folder));
    }

    private static HttpServer installed(Path folder, HttpServer server) {
      sendfile(folder).install(server);
      return server;
    }

    private static Sendfile sendfile(Path folder) {
      return Sendfile.builder().root("files", folder).build();
    }
  }
}
