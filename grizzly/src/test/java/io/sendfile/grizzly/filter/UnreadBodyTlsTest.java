package io.sendfile.grizzly.filter;

import java.io.IOException;
import java.net.Socket;
import org.glassfish.grizzly.http.server.NetworkListener;

/** The cases of {@link UnreadBodyTest} over TLS. */
class UnreadBodyTlsTest extends UnreadBodyTest {
  @Override
  void configure(NetworkListener listener) {
    super.configure(listener);
    TlsHandOffTest.secure(listener);
  }

  @Override
  Socket connect() throws IOException {
    return TlsHandOffTest.wrap(super.connect(), port());
  }

  @Override
  Socket connectToReadLate() throws IOException {
    return TlsHandOffTest.wrap(super.connectToReadLate(), port());
  }
}
