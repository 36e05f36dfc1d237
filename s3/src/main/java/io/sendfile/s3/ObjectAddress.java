package io.sendfile.s3;

import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bucket, and the key of an object in it. */
record ObjectAddress(String bucket, String key) {
  private static final Pattern STORE =
      Pattern.compile("s3://([A-Za-z0-9][A-Za-z0-9._-]{1,62})(?:/(.*))?");
  private static final int MOST_KEY_BYTES = 1024;
  private static final String ANY = "any-file";

  /**
   * @param store of a root
   * @param path below it
   * @throws StoreException if the store is none, or the path is too long to be there
   */
  static ObjectAddress of(String store, String path) throws StoreException {
    Matcher parts = STORE.matcher(store);
    if (!parts.matches()) {
      throw new StoreException(
          StoreFault.SETTINGS,
          "the store of the root must be s3://BUCKET or s3://BUCKET/PREFIX, not '" + store + "'");
    }
    String prefix = parts.group(2) == null ? "" : parts.group(2);
    String between = prefix.isEmpty() || prefix.endsWith("/") ? "" : "/";
    ObjectAddress address = new ObjectAddress(parts.group(1), prefix + between + path);
    if (address.key().getBytes(StandardCharsets.UTF_8).length > MOST_KEY_BYTES) {
      throw new StoreException(
          StoreFault.NOT_FOUND, address + ": a key has " + MOST_KEY_BYTES + " bytes at most");
    }
    return address;
  }

  /** An object by which a store is asked for whether its files can be had: it need not be there. */
  static ObjectAddress any(String store) throws StoreException {
    return of(store, ANY);
  }

  /** Whether it is such a one, and no file that a client wants. */
  boolean isAny() {
    return key.equals(ANY) || key.endsWith('/' + ANY);
  }

  @Override
  public String toString() {
    return "s3://" + bucket + '/' + key;
  }
}
