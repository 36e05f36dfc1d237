package io.sendfile.grizzly.filter;

import java.io.IOException;
import java.net.Socket;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;

/** HTTP/1.1 over TLS. */
@EachBufferPolicy
class TlsHandOffTest extends HandOffContract {
  @Override
  void configure(NetworkListener listener) {
    secure(listener);
  }

  static void secure(NetworkListener listener) {
    listener.setSecure(true);
    listener.setSSLEngineConfig(
        new SSLEngineConfigurator(TestCertificate.context(), false, false, false));
  }

  @Override
  Socket connect() throws IOException {
    return wrap(super.connect(), port());
  }

  static Socket wrap(Socket plain, int port) throws IOException {
    return TestCertificate.context()
        .getSocketFactory()
        .createSocket(plain, "localhost", port, true);
  }
}
