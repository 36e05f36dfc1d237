package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.Pause;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.operations.sender.HttpDestination.Result.Delivered;
import io.sendfile.operations.sender.HttpDestination.Result.Failed;
import io.sendfile.operations.sender.ResultSender.Means;
import io.sendfile.spi.Results;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A destination with a certificate, good or bad. */
@Timeout(60)
class TlsDestinationTest {
  private static final JournalRecord ENTRY =
      new JournalRecord("key-1", 0, "event=transfer-finished&n=1");

  @TempDir Path folder;

  private static Map<String, String> properties(Receiver receiver) {
    return Map.of("destination-url", receiver.url(), "events", "transfers");
  }

  private static HttpDestination.Result post(Receiver receiver, SSLContext trust)
      throws InterruptedException {
    HttpClient client = HttpClient.newBuilder().sslContext(trust).build();
    SenderOptions options = SenderOptions.read(properties(receiver));
    return new HttpDestination(() -> client, options, InstantSource.system()).post(ENTRY);
  }

  private static String failure(HttpDestination.Result answer) {
    assertThat(answer).isInstanceOf(Failed.class);
    assertThat(((Failed) answer).notBefore()).isEqualTo(Duration.ZERO);
    return ((Failed) answer).why();
  }

  @Test
  void trustedCertificateIsEnough() throws Exception {
    KeyStore key = Certificates.make(folder, "localhost");
    try (Receiver receiver = Receiver.secure(Certificates.having(key), 0)) {
      assertThat(post(receiver, Certificates.trusting(key))).isEqualTo(new Delivered());
      assertThat(receiver.take().body()).isEqualTo(ENTRY.form());
    }
  }

  @Test
  void certificateOfSomebodyElseIsToldWithTheRemedy() throws Exception {
    KeyStore key = Certificates.make(folder, "localhost");
    KeyStore other = Certificates.make(folder, "other");
    try (Receiver receiver = Receiver.secure(Certificates.having(key), 0)) {
      assertThat(failure(post(receiver, Certificates.trusting(other))))
          .startsWith("its certificate is not trusted (")
          .contains("add it, or that of its issuer, to the trust store of the Java runtime");
      assertThat(receiver.posts).isEmpty();
    }
  }

  @Test
  void certificateForAnotherNameIsTold() throws Exception {
    KeyStore key = Certificates.make(folder, "elsewhere.test");
    try (Receiver receiver = Receiver.secure(Certificates.having(key), 0)) {
      assertThat(failure(post(receiver, Certificates.trusting(key))))
          .startsWith("its certificate is not for this address (")
          .contains("localhost");
      assertThat(receiver.posts).isEmpty();
    }
  }

  @Test
  void whatElseKeepsAConnectionFromComingAboutIsTold() throws Exception {
    KeyStore key = Certificates.make(folder, "localhost");
    SSLContext trust = Certificates.trusting(key);
    Receiver gone = Receiver.secure(Certificates.having(key), 0);
    gone.close();
    assertThat(failure(post(gone, trust))).isEqualTo("nobody listens there");
  }

  /** Results wait; once the destination is mended they go out without a restart of the server. */
  @Test
  void resultsAreRetriedUntilTheCertificateIsRight() throws Exception {
    KeyStore key = Certificates.make(folder, "localhost");
    KeyStore other = Certificates.make(folder, "other");
    SSLContext before = SSLContext.getDefault();
    SSLContext.setDefault(Certificates.trusting(key));
    Means means =
        new Means(InstantSource.system(), () -> 1000 * System.nanoTime(), () -> 0, () -> "the-key");
    Receiver wrong = Receiver.secure(Certificates.having(other), 0);
    ResultSender sender = new ResultSender(folder, means);
    sender.begin();
    try (wrong) {
      sender.configure(properties(wrong));
      sender.transferFinished(Results.finished("1"));
      await(() -> sender.figures().retried() >= 2);
      assertThat(sender.problem()).contains(": its certificate is not trusted (");
      wrong.close();
      deliveredTo(wrong.port(), key, sender);
    } finally {
      SSLContext.setDefault(before);
      sender.close();
    }
  }

  private static void deliveredTo(int port, KeyStore key, ResultSender sender) throws Exception {
    try (Receiver right = Receiver.secure(Certificates.having(key), port)) {
      assertThat(right.take().field("idempotency_key")).isEqualTo("the-key");
      await(() -> sender.figures().sent() == 1);
      assertThat(sender.problem()).isEmpty();
      assertThat(sender.figures().queued()).isZero();
    }
  }

  /**
   * GlassFish sets its trust store while it starts, when old results may already be on their way.
   */
  @Test
  void trustThatComesLaterHoldsAtOnce() throws Exception {
    KeyStore key = Certificates.make(folder, "localhost");
    SSLContext before = SSLContext.getDefault();
    Means means =
        new Means(InstantSource.system(), () -> 1000 * System.nanoTime(), () -> 0, () -> "the-key");
    ResultSender sender = new ResultSender(folder, means);
    sender.begin();
    try (Receiver receiver = Receiver.secure(Certificates.having(key), 0)) {
      sender.configure(properties(receiver));
      sender.transferFinished(Results.finished("1"));
      await(() -> sender.figures().retried() >= 1);
      SSLContext.setDefault(Certificates.trusting(key));
      assertThat(receiver.take().field("idempotency_key")).isEqualTo("the-key");
    } finally {
      SSLContext.setDefault(before);
      sender.close();
    }
  }

  private static void await(BooleanSupplier condition) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IOException("did not come to pass");
      }
      Pause.make();
    }
  }
}
