package io.sendfile.grizzly.filter;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.HttpHeader;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.util.Header;
import org.jspecify.annotations.Nullable;

/**
 * Undoes the choice of content codings by Grizzly's codec. The codec chooses once per response,
 * after a 100 (Continue) long before the hand-off; its methods for that are not public.
 */
final class CodecChoice {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private static final @Nullable MethodHandle CODINGS =
      find("getContentEncodings", MethodType.methodType(List.class, boolean.class));

  private static final @Nullable MethodHandle MADE =
      find("setContentEncodingsSelected", MethodType.methodType(void.class, boolean.class));

  private CodecChoice() {}

  private static @Nullable MethodHandle find(String method, MethodType type) {
    try {
      return MethodHandles.privateLookupIn(HttpHeader.class, MethodHandles.lookup())
          .findVirtual(HttpHeader.class, method, type);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(
          Level.INFO, "sendfile: responses after 100 (Continue) say Content-Encoding: identity", e);
      return null;
    }
  }

  /** Makes the body of an uncommitted response go out unencoded. */
  static void none(HttpResponsePacket response) {
    if (CODINGS == null || MADE == null) {
      if (response.getHeader(Header.ContentEncoding) == null) {
        // Unless it has chosen before, the codec takes this for no coding and removes it.
        response.setHeader(Header.ContentEncoding, "identity");
      }
      return;
    }
    try {
      ((List<?>) CODINGS.invokeExact((HttpHeader) response, true)).clear();
      MADE.invokeExact((HttpHeader) response, true);
    } catch (Throwable e) {
      throw new IllegalStateException("the choice of codings is not Grizzly's any more", e);
    }
  }
}
