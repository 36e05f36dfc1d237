package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.operations.sender.HttpDestination.Result.Delivered;
import io.sendfile.operations.sender.HttpDestination.Result.Failed;
import io.sendfile.operations.sender.HttpDestination.Result.Refused;
import io.sendfile.operations.sender.Receiver.Post;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.nio.channels.UnresolvedAddressException;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class HttpDestinationTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
  private static final HttpClient CLIENT = client();
  private static final JournalRecord ENTRY =
      new JournalRecord("key-1", 0, "event=transfer-finished&n=1");

  private static HttpClient client() {
    try {
      return HttpDestination.client(SSLContext.getDefault());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private Receiver receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver();
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  private HttpDestination destination(String... namesAndValues) {
    Map<String, String> properties = new HashMap<>();
    properties.put("destination-url", receiver.url());
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    SenderOptions options = SenderOptions.read(properties);
    return new HttpDestination(() -> CLIENT, options, InstantSource.fixed(NOW));
  }

  private HttpDestination.Result post() throws InterruptedException {
    return destination().post(ENTRY);
  }

  @Test
  void sendsAFormWithItsKey() throws Exception {
    assertThat(post()).isEqualTo(new Delivered());
    Post post = receiver.take();
    assertThat(post.path()).isEqualTo("/results?from=test");
    assertThat(post.body()).isEqualTo(ENTRY.form());
    assertThat(post.headers().getFirst("Content-Type"))
        .isEqualTo("application/x-www-form-urlencoded");
    assertThat(post.headers().getFirst("Idempotency-Key")).isEqualTo("key-1");
    assertThat(post.headers().containsKey("X-Sendfile-Signature")).isFalse();
  }

  @Test
  void signsTheTimeAndTheBody() throws Exception {
    destination("hmac-secret", "0123456789abcdef").post(ENTRY);
    Post post = receiver.take();
    assertThat(post.headers().getFirst("X-Sendfile-Signature"))
        .isEqualTo(new Signature("0123456789abcdef").header(NOW, post.body()));
    assertThat(post.headers().toString() + post.body()).doesNotContain("0123456789abcdef");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204})
  void successIsDelivery(int status) throws Exception {
    receiver.answering(status);
    assertThat(post()).isEqualTo(new Delivered());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 409, 410, 413, 414, 415, 422})
  void whatIsAboutTheEventIsARefusal(int status) throws Exception {
    receiver.answering(status);
    assertThat(post()).isEqualTo(new Refused("status " + status));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 408, 429, 500, 502, 504})
  void whatMayPassOrBeMendedIsAFailure(int status) throws Exception {
    receiver.answering(status);
    assertThat(post()).isEqualTo(new Failed("status " + status, Duration.ZERO));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int status) throws Exception {
    receiver.answering(status);
    assertThat(post())
        .isEqualTo(
            new Failed("status " + status + ", and redirects are not followed", Duration.ZERO));
    assertThat(receiver.posts).hasSize(1);
  }

  @Test
  void unavailableDestinationMaySayForHowLong() throws Exception {
    receiver.answering(503);
    assertThat(post()).isEqualTo(new Failed("status 503", Duration.ofSeconds(7)));
  }

  @ParameterizedTest
  @CsvSource({
    "'Tue, 14 Nov 2023 22:14:20 GMT', 60",
    "'Tue, 14 Nov 2023 22:13:19 GMT', 0",
    "'Wed, 15 Nov 2023 22:13:20 GMT', 3600",
    "999999999, 3600",
    "9999999999, 3600",
    "later, 0"
  })
  void unavailableDestinationMaySayUntilWhen(String field, long seconds) throws Exception {
    receiver.answering(503);
    receiver.retryAfter = field;
    assertThat(post()).isEqualTo(new Failed("status 503", Duration.ofSeconds(seconds)));
  }

  @ParameterizedTest
  @ValueSource(ints = {Receiver.STALL, Receiver.STALL_IN_BODY})
  void stalledAnswerIsGivenUp(int how) throws Exception {
    receiver.answering(how);
    assertThat(destination("timeout-seconds", "1").post(ENTRY)).isInstanceOf(Failed.class);
  }

  @Test
  void lostConnectionIsAFailure() throws Exception {
    receiver.answering(Receiver.FAIL);
    assertThat(post()).isInstanceOf(Failed.class);
  }

  @Test
  void absentServerIsAFailure() throws Exception {
    HttpDestination destination = destination();
    receiver.close();
    assertThat(destination.post(ENTRY)).isInstanceOf(Failed.class);
  }

  private static String why(Throwable failure) {
    return HttpDestination.why(failure, "the trust store");
  }

  @Test
  void tellsAnUnknownNameFromAServerThatDoesNotListen() {
    Throwable unknown = new ConnectException().initCause(new UnresolvedAddressException());
    assertThat(why(unknown)).isEqualTo("the name of its server is not known here");
    assertThat(why(new ConnectException())).isEqualTo("nobody listens there");
  }

  /** A self-signed certificate that is trusted itself may have expired. */
  @Test
  void tellsACertificateOfTheWrongTime() {
    for (Throwable cause :
        new Throwable[] {
          new CertificateExpiredException("NotAfter: then"),
          new CertificateNotYetValidException("NotAfter: then")
        }) {
      assertThat(why(new SSLHandshakeException("alert").initCause(cause)))
          .isEqualTo(
              "its certificate is not valid now (NotAfter: then); have it renewed, or set the"
                  + " clock right");
    }
  }

  @Test
  void tellsWhatTlsSays() {
    assertThat(why(new IOException(new SSLException("Unsupported or unrecognized SSL message"))))
        .isEqualTo("the TLS handshake failed (Unsupported or unrecognized SSL message)");
  }

  @Test
  void leavesOtherFailuresInTheirOwnWords() {
    assertThat(why(new IOException("connection reset")))
        .isEqualTo("java.io.IOException: connection reset");
  }
}
