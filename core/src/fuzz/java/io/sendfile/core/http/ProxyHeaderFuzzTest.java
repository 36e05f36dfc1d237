package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sendfile.core.FuzzTarget;
import io.sendfile.core.http.ProxyHeader.Incomplete;
import io.sendfile.core.http.ProxyHeader.Local;
import io.sendfile.core.http.ProxyHeader.MalformedHeader;
import io.sendfile.core.http.ProxyHeader.Relayed;
import java.nio.ByteBuffer;

/** The PROXY header: the parser never throws, and judges every beginning alike. */
class ProxyHeaderFuzzTest extends FuzzTarget {
  /** Reads every beginning of these bytes. */
  @Override
  protected boolean check(byte[] bytes) {
    ProxyHeader whole = ProxyHeader.read(ByteBuffer.wrap(bytes));
    int length = length(whole);
    assertThat(length).isBetween(0, Math.min(bytes.length, ProxyHeader.MOST_BYTES));
    boolean judged = false;
    for (int i = 0; i <= Math.min(bytes.length, 2 * ProxyHeader.MOST_BYTES); i++) {
      ProxyHeader some = ProxyHeader.read(ByteBuffer.wrap(bytes, 0, i));
      boolean right =
          length > 0
              ? some.equals(i < length ? new Incomplete() : whole)
              : some instanceof MalformedHeader || (some instanceof Incomplete && !judged);
      if (!right) {
        fail("%s of %d bytes", some, i);
      }
      judged |= some instanceof MalformedHeader;
    }
    return length > 0;
  }

  private static int length(ProxyHeader header) {
    if (header instanceof Relayed relayed) {
      assertThat(relayed.client().isUnresolved()).isFalse();
      return relayed.length();
    }
    return header instanceof Local local ? local.length() : 0;
  }
}
