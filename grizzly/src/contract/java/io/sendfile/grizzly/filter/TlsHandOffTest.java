package io.sendfile.grizzly.filter;

/** HTTP/1.1 over TLS. */
@EachBufferPolicy
class TlsHandOffTest extends HandOffContract {
  TlsHandOffTest() {
    overTls = true;
  }
}
