package io.sendfile.grizzly.filter;

/** Clear HTTP/1.1 without zero copy. */
@EachBufferPolicy
class BufferedHandOffTest extends HandOffContract {
  @Override
  String[] settings() {
    return new String[] {"ZERO_COPY", "false"};
  }
}
