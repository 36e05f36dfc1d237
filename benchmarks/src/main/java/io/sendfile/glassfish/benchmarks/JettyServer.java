package io.sendfile.glassfish.benchmarks;

import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * A rival: Jetty's handler of static files, with its cache, as is its default. Arguments: name of
 * the contestant, port, folder; for TLS with HTTP/2 also a key store and its password.
 */
public final class JettyServer {
  private static final int BACKLOG = 4096;

  private JettyServer() {}

  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector =
        args.length > 3
            ? new ServerConnector(server, secure(args[3], args[4]))
            : new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(args[1]));
    connector.setAcceptQueueSize(BACKLOG);
    server.addConnector(connector);
    ResourceHandler files = new ResourceHandler();
    files.setBaseResourceAsString(args[2]);
    server.setHandler(files);
    server.start();
    server.join();
  }

  private static ConnectionFactory[] secure(String keyStore, String password) {
    SslContextFactory.Server keys = new SslContextFactory.Server();
    keys.setKeyStorePath(keyStore);
    keys.setKeyStorePassword(password);
    keys.setCertAlias("s1as");
    HttpConfiguration http = new HttpConfiguration();
    // The certificate has another name than 127.0.0.1.
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(http);
    ALPNServerConnectionFactory choice = new ALPNServerConnectionFactory();
    choice.setDefaultProtocol(http1.getProtocol());
    return new ConnectionFactory[] {
      new SslConnectionFactory(keys, choice.getProtocol()), choice, http2, http1
    };
  }
}
