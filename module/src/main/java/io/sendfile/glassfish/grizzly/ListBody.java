package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.HandOffRequest;
import io.sendfile.glassfish.content.HandOffRequest.Field;
import io.sendfile.glassfish.settings.SendfileSettings;
import io.sendfile.glassfish.settings.Setting;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;

/**
 * The body of an application that lists the members of an archive, as far as it was written. It is
 * never sent. Bounded; for one thread at a time.
 */
final class ListBody {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final long most;

  private ListBody(long most) {
    this.most = most;
  }

  /**
   * Takes the bytes of a packet, if they belong to such a list.
   *
   * @param mentioned the hand-off headers of the response
   * @return true if more of it may follow; else its end is here, or there is no list
   */
  static boolean takes(
      HttpPacket packet, Exchange exchange, List<Field> mentioned, SendfileSettings settings) {
    ListBody list = exchange.list();
    if (list == null) {
      if (!begins(packet, mentioned)) {
        return false;
      }
      boolean on = settings.flag(Setting.ENABLED);
      list = new ListBody(on ? settings.number(Setting.ARCHIVE_LIST_MAX_BYTES) : 0);
      exchange.beginList(list);
    }
    boolean last = exchange.isReturned();
    if (packet instanceof HttpContent content) {
      list.append(content.getContent());
      last |= content.isLast();
    }
    return !last && list.bytes.size() <= list.most;
  }

  private static boolean begins(HttpPacket packet, List<Field> mentioned) {
    int status = ((HttpResponsePacket) packet.getHttpHeader()).getStatus();
    return status >= 200 && status <= 299 && HandOffRequest.listsFiles(mentioned);
  }

  /** Up to one byte more than allowed, which shows that the list is too long. */
  private void append(Buffer content) {
    int n = (int) Math.min(content.remaining(), most + 1 - bytes.size());
    if (n > 0) {
      byte[] part = new byte[n];
      content.get(part);
      bytes.writeBytes(part);
    }
  }

  /** Whether a framework has dropped the list because the request is a HEAD, as Jersey does. */
  boolean isLeftOut(HttpResponsePacket response) {
    return bytes.size() == 0 && "HEAD".equals(response.getRequest().getMethod().getMethodString());
  }

  /** The length is that of the list, if any. */
  static void forgetLength(HttpResponsePacket response) {
    response.getHeaders().removeHeader("Content-Length");
    response.setContentLengthLong(-1);
  }

  /** The bytes written so far. */
  ByteBuffer bytes() {
    return ByteBuffer.wrap(bytes.toByteArray());
  }
}
