package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Kinds of clients of a soak; each visit is a request, or some, on connections of their own. */
enum SoakClient {
  FAST(3) {
    @Override
    void visit(SoakServer server, Random random) throws IOException {
      try (SoakWire wire = SoakWire.clear(server.port(), 0)) {
        expect(200, wire.ask(server.target(any(random)), ""));
        wire.read(Long.MAX_VALUE);
      }
    }
  },

  SLOW(16) {
    @Override
    void visit(SoakServer server, Random random) throws IOException {
      try (SoakWire wire = SoakWire.clear(server.port(), SMALL_BUFFER)) {
        expect(200, wire.ask(server.target(MIDDLE), ""));
        while (wire.left() > 0) {
          wire.read(20_000);
          ServerProcess.pause(Duration.ofMillis(100));
        }
      }
    }
  },

  /** Reads nothing until the server has ended the transfer, and is cut off then. */
  STALLED(6) {
    @Override
    void visit(SoakServer server, Random random) throws IOException {
      try (SoakWire wire = SoakWire.clear(server.port(), SMALL_BUFFER)) {
        expect(200, wire.ask(server.target(LARGE), ""));
        ServerProcess.pause(server.stallTimeout().multipliedBy(2));
      }
    }
  },

  ABORTING(3) {
    @Override
    void visit(SoakServer server, Random random) throws IOException {
      try (SoakWire wire = SoakWire.clear(server.port(), 0)) {
        expect(200, wire.ask(server.target(LARGE), ""));
        wire.read(random.nextLong(LARGE.bytes()));
        wire.abort();
      }
    }
  },

  RANGES(3) {
    @Override
    void visit(SoakServer server, Random random) throws IOException {
      // Beyond the first range: overlapping ones may be answered with the whole file.
      long from = 100 + random.nextLong(MIDDLE.bytes() / 2);
      for (String range : List.of(from + "-" + (from + 9999), from + "-", "0-99," + from + "-")) {
        try (SoakWire wire = SoakWire.clear(server.port(), 0)) {
          expect(206, wire.ask(server.target(MIDDLE), range));
          wire.read(Long.MAX_VALUE);
        }
      }
    }
  },

  /** Has its keys renewed in the middle of the file. */
  TLS(3) {
    @Override
    void visit(SoakServer server, Random random) throws IOException {
      try (SoakWire wire = SoakWire.tls(server.tlsPort())) {
        expect(200, wire.ask(server.target(MIDDLE), ""));
        wire.read(MIDDLE.bytes() / 2);
        wire.renewKeys();
        wire.read(Long.MAX_VALUE);
      }
    }
  },

  HTTP_2(2) {
    @Override
    void visit(SoakServer server, Random random) throws IOException {
      HttpClient client = Protocol.TLS_2.client();
      for (int i = 0; i < 50; i++) {
        ServerProcess.pause(Duration.ofMillis(100));
        Stream.of(SMALL, MIDDLE, SMALL, MIDDLE)
            .map(file -> Protocol.TLS_2.uri(server.tlsPort(), server.target(file)))
            .map(uri -> HttpRequest.newBuilder(uri).build())
            .map(request -> client.sendAsync(request, BodyHandlers.discarding()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .map(HttpResponse::statusCode)
            .forEach(status -> expectUnchecked(200, status));
      }
    }
  },

  /** Asks the application that is deployed anew now and then, and may find it gone. */
  REDEPLOYED(2) {
    @Override
    void visit(SoakServer server, Random random) throws IOException {
      try (SoakWire wire = SoakWire.clear(server.port(), 0)) {
        int status = wire.ask(server.redeployedTarget(MIDDLE), "");
        if (status == 200) {
          wire.read(Long.MAX_VALUE);
        }
      } catch (IOException betweenTwoDeployments) {
        return;
      }
    }
  };

  static final BenchFile SMALL = BenchFile.kilobytes(14);
  static final BenchFile MIDDLE = BenchFile.megabytes(1);
  static final BenchFile LARGE = BenchFile.megabytes(20);
  static final List<BenchFile> FILES = List.of(SMALL, MIDDLE, LARGE);
  private static final int SMALL_BUFFER = 16 << 10;

  private final int number;

  SoakClient(int number) {
    this.number = number;
  }

  /** How many there are at a time. */
  int number() {
    return number;
  }

  /** Throws if the server's answer is not what this client may expect. */
  abstract void visit(SoakServer server, Random random) throws IOException;

  private static BenchFile any(Random random) {
    return FILES.get(random.nextInt(FILES.size()));
  }

  private static void expect(int wanted, int status) throws IOException {
    if (status != wanted) {
      throw new IOException("The status was " + status + " and not " + wanted);
    }
  }

  private static void expectUnchecked(int wanted, int status) {
    if (status != wanted) {
      throw new IllegalStateException("The status was " + status + " and not " + wanted);
    }
  }
}
