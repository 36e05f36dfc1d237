package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients behind proxies, and clients that applications name. */
@Timeout(120)
@EachGrizzly
@InContainer
class WhoIsAClientIT extends Scenario {
  private static final String LIMIT = "max-client-transfers";

  private final Path file = TestFiles.ofLength(20 << 20);

  private RawConnection begin(String step, String... headers) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    return connection.send(RawConnection.get(Play.steps(step, sendfile(file)), headers));
  }

  private void awaitListed(String text) {
    Await.until(
        "listed: " + text,
        SOON,
        () -> server.command("list-sendfile-transfers", "--long=true").contains(text));
  }

  @ParameterizedTest
  @CsvSource({
    "X-Forwarded-For, '192.0.2.44', 192.0.2.44",
    "X-Forwarded-For, '198.51.100.1, 2001:db8::44', 2001:db8::44",
    "Forwarded, 'for=198.51.100.1, for=\"[2001:db8::44]:47011\";proto=https', 2001:db8::44"
  })
  void trustedProxyTellsTheClient(String field, String value, String client) throws IOException {
    configure("trusted-proxies", "127.0.0.0/8", "forwarded-field", field);
    try (RawConnection connection = begin("type:a/b", field + ": " + value)) {
      assertThat(connection.head().status()).isEqualTo(200);
      awaitListed(client);
    }
  }

  @ParameterizedTest
  @CsvSource({"'', X-Forwarded-For", "10.0.0.0/8, X-Forwarded-For", "127.0.0.1, Forwarded"})
  void nobodyElseDoes(String trusted, String field) throws IOException {
    configure("trusted-proxies", trusted, LIMIT, "1");
    try (RawConnection connection = begin("type:a/b", field + ": 192.0.2.44")) {
      assertThat(connection.head().status()).isEqualTo(200);
      awaitListed("127.0.0.1");
      assertThat(ask(Play.steps(sendfile(file)), field + ": 192.0.2.45").status()).isEqualTo(503);
    }
  }

  @Test
  void clientsOfAProxyHaveLimitsOfTheirOwn() throws IOException {
    configure("trusted-proxies", "127.0.0.1", LIMIT, "1");
    try (RawConnection first = begin("type:a/b", "X-Forwarded-For: 192.0.2.44")) {
      assertThat(first.head().status()).isEqualTo(200);
      String steps = Play.steps(sendfile(file));
      assertThat(ask(steps, "X-Forwarded-For: 192.0.2.44").status()).isEqualTo(503);
      ask(steps, "X-Forwarded-For: 192.0.2.45").hasStatus(200).isFile(file);
      ask(steps, "X-Forwarded-For: unknown").hasStatus(200).isFile(file);
    }
  }

  @ParameterizedTest
  @CsvSource({"header:X-Sendfile-Client=alice smith", "client:alice smith"})
  void applicationNamesTheClient(String naming) throws IOException {
    configure(LIMIT, "1");
    try (RawConnection first = begin(naming)) {
      assertThat(first.head().status()).isEqualTo(200);
      awaitListed("alice smith");
      assertThat(play(naming, sendfile(file)).status()).isEqualTo(503);
      play("client:bob", sendfile(file)).hasStatus(200).leaksNothing().isFile(file);
    }
    play("header:X-Sendfile-Client=alice", "body:her own").hasStatus(200).leaksNothing();
  }

  /** Embedded GlassFish takes no password in a command. */
  @Tag("own-process")
  @Test
  void signedInUserIsAClientWhereThatIsSet() throws IOException {
    String[] user = {"--userpassword", "secret", "--groups", "users", "carol"};
    server.command("create-file-user", user);
    try {
      configure("client-identity", "principal", LIMIT, "1");
      try (RawConnection first = begin("login:carol=secret")) {
        assertThat(first.head().status()).isEqualTo(200);
        awaitListed("carol");
        assertThat(play("login:carol=secret", sendfile(file)).status()).isEqualTo(503);
        play(sendfile(file)).hasStatus(200).isFile(file);
        play("login:carol=secret", "client:bob", sendfile(file)).hasStatus(200).isFile(file);
      }
    } finally {
      server.command("delete-file-user", "carol");
    }
  }

  /** A proxy's word about the client's name means nothing. */
  @Test
  void requestNamesNoClient() throws IOException {
    configure("trusted-proxies", "127.0.0.1", LIMIT, "1");
    try (RawConnection first = begin("type:a/b", "X-Sendfile-Client: alice")) {
      assertThat(first.head().status()).isEqualTo(200);
      assertThat(ask(Play.steps(sendfile(file)), "X-Sendfile-Client: bob").status()).isEqualTo(503);
    }
  }
}
