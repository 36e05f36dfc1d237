package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** Failures that no certificate of TlsDestinationTest causes. */
class UnreachableTest {
  private static String why(Throwable failure) {
    return Unreachable.why(failure, "the trust store");
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
