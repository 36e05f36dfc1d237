package io.sendfile.core.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The header before all other bytes of a connection, by which a proxy that relays connections, not
 * requests, tells the client's address: the PROXY protocol, versions 1 (a line of text) and 2
 * (binary), as HAProxy's proxy-protocol.txt defines them. Nothing is accepted that the definition
 * forbids, and no byte beyond the header is looked at. Immutable.
 */
public sealed interface ProxyHeader {
  /**
   * Longest header that is accepted. Version 2 was made for 536 bytes, which additions such as a
   * certificate of the client exceed.
   */
  int MOST_BYTES = 4096;

  /** A beginning of a header: the rest has not come yet. */
  record Incomplete() implements ProxyHeader {}

  /**
   * A connection that was opened for a client.
   *
   * @param client its address and port
   * @param length number of bytes of the header
   */
  record Relayed(InetSocketAddress client, int length) implements ProxyHeader {}

  /**
   * A connection whose address is that of the socket: the proxy's own, as for a health check, or
   * one for a client of another kind of network.
   *
   * @param length number of bytes of the header
   */
  record Local(int length) implements ProxyHeader {}

  /**
   * No header.
   *
   * @param why a phrase without bytes of the peer but for some in hexadecimal digits
   */
  record MalformedHeader(String why) implements ProxyHeader {}

  /** Reads the header at the buffer's position, which stays as it is. */
  static ProxyHeader read(ByteBuffer bytes) {
    ByteBuffer in = bytes.slice();
    if (Version2.begins(in)) {
      return Version2.read(in);
    }
    return Version1.begins(in)
        ? Version1.read(in)
        : new MalformedHeader("it begins with " + first(in));
  }

  private static String first(ByteBuffer in) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < Math.min(in.limit(), 8); i++) {
      digits.append(String.format("%02x", in.get(i)));
    }
    return "the bytes " + digits;
  }

  private static boolean agree(ByteBuffer in, byte[] expected) {
    for (int i = 0; i < Math.min(in.limit(), expected.length); i++) {
      if (in.get(i) != expected[i]) {
        return false;
      }
    }
    return true;
  }

  /** The line of text. */
  final class Version1 {
    private static final int MOST = 107;
    private static final byte[] NAME = "PROXY ".getBytes(ISO_8859_1);
    private static final String UNKNOWN = "UNKNOWN";

    private Version1() {}

    private static boolean begins(ByteBuffer in) {
      return agree(in, NAME);
    }

    private static ProxyHeader read(ByteBuffer in) {
      for (int i = NAME.length; i < Math.min(in.limit(), MOST - 1); i++) {
        byte c = in.get(i);
        if (c == '\n') {
          return new MalformedHeader("its line ends without a carriage return");
        }
        if (c == '\r') {
          return ended(in, i);
        }
      }
      return in.limit() < MOST
          ? new Incomplete()
          : new MalformedHeader("its line is longer than " + MOST + " bytes");
    }

    private static ProxyHeader ended(ByteBuffer in, int end) {
      if (end + 1 == in.limit()) {
        return new Incomplete();
      }
      if (in.get(end + 1) != '\n') {
        return new MalformedHeader("its line has a carriage return without a line feed");
      }
      byte[] text = new byte[end - NAME.length];
      in.get(NAME.length, text);
      return read(new String(text, ISO_8859_1), end + 2);
    }

    private static ProxyHeader read(String line, int length) {
      String[] words = line.split(" ", 6);
      if (words[0].equals(UNKNOWN)) {
        return new Local(length);
      }
      boolean v6 = words[0].equals("TCP6");
      if (!v6 && !words[0].equals("TCP4")) {
        return new MalformedHeader("its line names neither TCP4 nor TCP6 nor " + UNKNOWN);
      }
      if (words.length != 5) {
        return new MalformedHeader("its line has not two addresses and two ports");
      }
      InetAddress client = address(words[1], v6);
      int port = port(words[3]);
      if (client == null || address(words[2], v6) == null) {
        return new MalformedHeader("its line has no two addresses of " + words[0]);
      }
      return port < 0 || port(words[4]) < 0
          ? new MalformedHeader("its line has no two ports from 0 to 65535")
          : new Relayed(new InetSocketAddress(client, port), length);
    }

    private static @Nullable InetAddress address(String text, boolean v6) {
      return text.indexOf(':') >= 0 == v6 ? NodeAddress.literal(text) : null;
    }

    private static int port(String text) {
      int port = text.matches("0|[1-9][0-9]{0,4}") ? Integer.parseInt(text) : -1;
      return port > 0xffff ? -1 : port;
    }
  }

  /** The binary form. */
  final class Version2 {
    private static final byte[] SIGNATURE = {
      '\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'
    };
    private static final int HEAD = 16;

    /** By family: unspecified, IPv4, IPv6, UNIX. */
    private static final int[] ADDRESS_BYTES = {0, 12, 36, 216};

    private static final int IPV6 = 2;
    private static final int STREAM = 1;
    private static final int DATAGRAM = 2;
    private static final int CHECKSUM = 3;
    private static final int CHECKSUM_BYTES = 4;

    private Version2() {}

    private static boolean begins(ByteBuffer in) {
      return agree(in, SIGNATURE);
    }

    private static ProxyHeader read(ByteBuffer in) {
      if (in.limit() <= SIGNATURE.length) {
        return new Incomplete();
      }
      int version = in.get(SIGNATURE.length) >> 4 & 0xf;
      int command = in.get(SIGNATURE.length) & 0xf;
      if (version != 2 || command > 1) {
        return new MalformedHeader("it has version " + version + " and command " + command);
      }
      if (in.limit() < HEAD) {
        return new Incomplete();
      }
      int length = HEAD + Short.toUnsignedInt(in.getShort(HEAD - 2));
      if (length > MOST_BYTES) {
        return new MalformedHeader("it announces " + length + " bytes, and may have " + MOST_BYTES);
      }
      return command == 0 ? local(in, length) : relayed(in, length);
    }

    private static ProxyHeader local(ByteBuffer in, int length) {
      return in.limit() < length ? new Incomplete() : new Local(length);
    }

    private static ProxyHeader relayed(ByteBuffer in, int length) {
      int family = in.get(HEAD - 3) >> 4 & 0xf;
      int transport = in.get(HEAD - 3) & 0xf;
      if (family >= ADDRESS_BYTES.length || transport > DATAGRAM) {
        return new MalformedHeader("it has family " + family + " and transport " + transport);
      }
      int addresses = HEAD + ADDRESS_BYTES[family];
      if (family == 0 || transport == 0) {
        return local(in, length);
      }
      if (length < addresses) {
        return new MalformedHeader("it announces " + length + " bytes, too few for its addresses");
      }
      if (in.limit() < length) {
        return new Incomplete();
      }
      String fault = fault(in.slice(0, length), addresses);
      if (fault != null) {
        return new MalformedHeader(fault);
      }
      return family > IPV6 || transport != STREAM
          ? new Local(length)
          : new Relayed(client(in, ADDRESS_BYTES[family] / 2 - 2), length);
    }

    private static InetSocketAddress client(ByteBuffer in, int addressBytes) {
      byte[] address = new byte[addressBytes];
      in.get(HEAD, address);
      int port = Short.toUnsignedInt(in.getShort(HEAD + 2 * addressBytes));
      try {
        return new InetSocketAddress(InetAddress.getByAddress(address), port);
      } catch (UnknownHostException e) {
        throw new AssertionError(e);
      }
    }

    /** The fault of the values of types behind the addresses; null for none. */
    private static @Nullable String fault(ByteBuffer header, int begin) {
      for (int at = begin; at < header.limit(); ) {
        int value = at + 3;
        int next =
            value > header.limit()
                ? Integer.MAX_VALUE
                : value + Short.toUnsignedInt(header.getShort(at + 1));
        if (next > header.limit()) {
          return "its last value is longer than the header";
        }
        if (header.get(at) == CHECKSUM && !holds(header, value, next)) {
          return "its checksum is wrong";
        }
        at = next;
      }
      return null;
    }

    /** Whether it is the CRC-32C of the header in which its own bytes are 0. */
    private static boolean holds(ByteBuffer header, int begin, int end) {
      if (end - begin != CHECKSUM_BYTES) {
        return false;
      }
      CRC32C sum = new CRC32C();
      sum.update(header.slice(0, begin));
      sum.update(new byte[CHECKSUM_BYTES]);
      sum.update(header.slice(end, header.limit() - end));
      return (int) sum.getValue() == header.getInt(begin);
    }
  }
}
