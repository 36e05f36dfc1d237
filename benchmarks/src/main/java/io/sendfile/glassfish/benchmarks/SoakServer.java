package io.sendfile.glassfish.benchmarks;

import java.time.Duration;

/**
 * The server of a soak.
 *
 * @param contestant with its ports in clear and of TLS
 * @param stallTimeout after which the server ends the transfer of a client that does not read
 */
record SoakServer(Contestant contestant, Duration stallTimeout) {
  /** Context root of the application that is deployed anew while clients use it. */
  static final String REDEPLOYED = "redeployed";

  int port() {
    return contestant.port();
  }

  int tlsPort() {
    return contestant.ports().get(1);
  }

  String target(BenchFile file) {
    return contestant.target(file);
  }

  /** The same of the application that is deployed anew. */
  String redeployedTarget(BenchFile file) {
    return target(file).replace("/sample/", "/" + REDEPLOYED + "/");
  }

  String hello() {
    return contestant.hello();
  }
}
