package io.sendfile.glassfish.it.clients;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.RawConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * nginx in front of the server: {@code /it} passes everything on, {@code /cached} caches whole
 * files, {@code /sliced} caches parts of 1 MiB, and {@code /unbuffered} waits for its client.
 */
final class Nginx implements AutoCloseable {
  private static final String CONFIGURATION =
      """
      daemon off;
      user %1$s;
      pid %2$s/nginx.pid;
      worker_processes 1;
      events {}
      http {
        access_log off;
        client_body_temp_path %2$s/body;
        proxy_temp_path %2$s/temp;
        proxy_cache_path %2$s/cache keys_zone=files:1m use_temp_path=off;
        fastcgi_temp_path %2$s/none;
        uwsgi_temp_path %2$s/none;
        scgi_temp_path %2$s/none;
        upstream glassfish {
          server 127.0.0.1:%3$d;
          keepalive 8;
        }
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_cache_valid 200 206 1h;
        add_header X-Cache-Status $upstream_cache_status;
        server {
          listen 127.0.0.1:%4$d;
          location /it/ {
            proxy_pass http://glassfish/it/;
          }
          location /unbuffered/ {
            proxy_buffering off;
            proxy_pass http://glassfish/it/;
          }
          location /cached/ {
            proxy_cache files;
            proxy_cache_key whole$uri$is_args$args;
            proxy_pass http://glassfish/it/;
          }
          location /sliced/ {
            slice 1m;
            proxy_cache files;
            proxy_cache_key $uri$is_args$args$slice_range;
            proxy_set_header Range $slice_range;
            proxy_pass http://glassfish/it/;
          }
          location /protected/ {
            internal;
            return 200 "this is nginx's own";
          }
        }
      }
      """;

  /** Without servers; a file {@code servers.conf} has them. */
  private static final String EMPTY =
      """
      daemon off;
      user %1$s;
      pid %2$s/nginx.pid;
      worker_processes 1;
      events { worker_connections 2048; }
      http {
        access_log off;
        client_body_temp_path %2$s/body;
        proxy_temp_path %2$s/temp;
        fastcgi_temp_path %2$s/none;
        uwsgi_temp_path %2$s/none;
        scgi_temp_path %2$s/none;
        include servers.conf;
      }
      """;

  private static final String BALANCING =
      """
      upstream glassfish {
        server 127.0.0.1:%1$d max_fails=0;
        server 127.0.0.1:%2$d max_fails=0;
        keepalive 64;
      }
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout http_503;
      proxy_buffering off;
      server {
        listen 127.0.0.1:%3$d;
        location / {
          proxy_pass http://glassfish;
        }
      }
      """;

  private final int port;
  private final Path folder;
  private final Command nginx;

  private Nginx(int port, Path folder, Command nginx) {
    this.port = port;
    this.folder = folder;
    this.nginx = nginx;
  }

  /** Starts nginx and waits until it accepts connections. */
  static Nginx start(Path folder, int serverPort, int port) throws IOException {
    String user = System.getProperty("user.name");
    return run(folder, CONFIGURATION.formatted(user, folder, serverPort, port), port, "/it/hello");
  }

  /** Starts nginx in front of two servers, of which it asks the other when one refuses. */
  static Nginx balance(Path folder, int one, int two, int port, String hello) throws IOException {
    return serve(folder, BALANCING.formatted(one, two, port), port, hello);
  }

  /** Starts nginx with these servers and upstreams. */
  static Nginx serve(Path folder, String servers, int port, String hello) throws IOException {
    Files.writeString(folder.resolve("servers.conf"), servers);
    String user = System.getProperty("user.name");
    return run(folder, EMPTY.formatted(user, folder), port, hello);
  }

  private static Nginx run(Path folder, String configuration, int port, String hello)
      throws IOException {
    Files.writeString(folder.resolve("nginx.conf"), configuration);
    Command command =
        Command.start(folder, "nginx", "-p", folder + "/", "-e", "error.log", "-c", "nginx.conf");
    Nginx nginx = new Nginx(port, folder, command);
    Await.until(nginx::log, Duration.ofSeconds(15), () -> nginx.answers(hello));
    return nginx;
  }

  private boolean answers(String hello) throws IOException {
    try (RawConnection connection = RawConnection.to(port)) {
      return connection.ask(hello).status() == 200;
    }
  }

  /** Its error log. */
  String log() {
    try {
      Path log = folder.resolve("error.log");
      return nginx.output() + (Files.exists(log) ? Files.readString(log) : "");
    } catch (IOException e) {
      return e.toString();
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() throws IOException {
    nginx.close();
  }
}
