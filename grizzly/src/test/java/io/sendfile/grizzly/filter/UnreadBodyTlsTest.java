package io.sendfile.grizzly.filter;

/** The cases of {@link UnreadBodyTest} over TLS. */
class UnreadBodyTlsTest extends UnreadBodyTest {
  UnreadBodyTlsTest() {
    overTls = true;
  }
}
