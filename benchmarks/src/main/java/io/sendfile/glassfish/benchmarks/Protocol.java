package io.sendfile.glassfish.benchmarks;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;

/** The protocol between clients and servers. */
enum Protocol {
  CLEAR("HTTP/1.1", "http", Version.HTTP_1_1),
  TLS_1("HTTP/1.1 over TLS", "https", Version.HTTP_1_1),
  TLS_2("HTTP/2 over TLS", "https", Version.HTTP_2);

  private final String title;
  private final String scheme;
  private final Version version;

  Protocol(String title, String scheme, Version version) {
    this.title = title;
    this.scheme = scheme;
    this.version = version;
  }

  /** As shown in the tables. */
  String title() {
    return title;
  }

  Version version() {
    return version;
  }

  /** URL of a file at a contestant. */
  URI uri(Contestant contestant, BenchFile file) {
    return uri(contestant.port(), contestant.target(file));
  }

  URI uri(int port, String target) {
    return URI.create(scheme + "://127.0.0.1:" + port + target);
  }

  /** A client that accepts the contestants' self-signed certificates. */
  HttpClient client() {
    return HttpClient.newBuilder().version(version).sslContext(TrustsAll.context()).build();
  }
}
