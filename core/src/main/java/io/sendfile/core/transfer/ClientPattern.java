package io.sendfile.core.transfer;

import io.sendfile.core.files.Wildcards;
import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.spi.Escapes;
import java.net.InetAddress;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The clients that a user asks for: an address, a range of them, or a text in which {@code *}
 * stands for any characters.
 */
public final class ClientPattern implements Predicate<String> {
  private final Wildcards text;
  private final @Nullable AddressRange range;

  private ClientPattern(Wildcards text, @Nullable AddressRange range) {
    this.text = text;
    this.range = range;
  }

  /**
   * Parses a pattern.
   *
   * @param anyCase whether the case of letters does not count
   * @throws IllegalArgumentException with a sentence, for an address or a range that there is not
   */
  public static ClientPattern parse(String text, boolean anyCase) {
    Wildcards wanted = new Wildcards(NodeAddress.listed(text), anyCase);
    try {
      boolean isMeant = AddressRange.isMeant(text);
      return new ClientPattern(wanted, isMeant ? AddressRange.parse(text) : null);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "No client has the address “%s”. Give one such as 192.0.2.7, or a range such as 192.0.2.0/24 or 2001:db8::/32."
              .formatted(Escapes.forTerminal(text)),
          e);
    }
  }

  /** Whether the address or the name of a client, as lists have it, fits. */
  @Override
  public boolean test(String client) {
    InetAddress address = range == null ? null : NodeAddress.parse(client);
    return text.matches(client) || (range != null && address != null && range.contains(address));
  }
}
