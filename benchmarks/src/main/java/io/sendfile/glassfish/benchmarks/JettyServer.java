package io.sendfile.glassfish.benchmarks;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ResourceHandler;

/**
 * A rival: Jetty's handler of static files, with its cache, as is its default. Arguments: name of
 * the contestant, port, folder.
 */
public final class JettyServer {
  private JettyServer() {}

  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(args[1]));
    server.addConnector(connector);
    ResourceHandler files = new ResourceHandler();
    files.setBaseResourceAsString(args[2]);
    server.setHandler(files);
    server.start();
    server.join();
  }
}
