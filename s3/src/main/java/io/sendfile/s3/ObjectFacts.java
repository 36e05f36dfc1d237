package io.sendfile.s3;

import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * An object, as the store described it.
 *
 * @param fields of responses, by which it describes it to others
 */
record ObjectFacts(
    long size,
    String tag,
    Instant modified,
    Map<String, String> fields,
    @Nullable String version,
    @Nullable String sha256,
    @Nullable Integer crc32) {

  /** No object is as large, by far: AWS takes 50 TB. */
  private static final long MOST_BYTES = 1L << 50;

  /** 32 bytes in base64. */
  private static final Pattern SHA_256 = Pattern.compile("[A-Za-z0-9+/]{43}=");

  /**
   * @param where beginning of a message about a fault
   */
  static ObjectFacts of(HeadObjectResponse response, String where) throws StoreException {
    String tag = tag(response.eTag());
    Long length = response.contentLength();
    if (tag == null || length == null) {
      throw new StoreException(
          StoreFault.SETTINGS,
          where
              + "told no length or no strong entity tag, by which versions are told apart: it cannot"
              + " be used");
    }
    if (length < 0 || length > MOST_BYTES) {
      throw new StoreException(
          StoreFault.UNAVAILABLE,
          where
              + ("told a length of " + length + " bytes, which no object has")
              + ": look for a proxy between");
    }
    // A sum of the sums of parts says nothing of the bytes.
    boolean ofAll = response.checksumType() != ChecksumType.COMPOSITE;
    String sha256 = response.checksumSHA256();
    Instant modified = response.lastModified();
    return new ObjectFacts(
        length,
        tag,
        modified == null ? Instant.EPOCH : modified,
        fields(response),
        response.versionId(),
        ofAll && sha256 != null && SHA_256.matcher(sha256).matches() ? sha256 : null,
        ofAll ? crc32(response.checksumCRC32()) : null);
  }

  /**
   * S3 tells the type {@code binary/octet-stream} of an object that came without one; the coding
   * {@code aws-chunked} was that of its upload.
   */
  private static Map<String, String> fields(HeadObjectResponse response) {
    Map<String, String> fields = new HashMap<>();
    fields.put("Cache-Control", response.cacheControl());
    fields.put("Content-Disposition", response.contentDisposition());
    fields.put("Content-Language", response.contentLanguage());
    fields.put("Content-Type", response.contentType());
    fields.put("Expires", response.expiresString());
    String codings = response.contentEncoding() == null ? "" : response.contentEncoding();
    fields.put(
        "Content-Encoding",
        Stream.of(codings.split(",", -1))
            .map(String::strip)
            .filter(coding -> !coding.equalsIgnoreCase("aws-chunked"))
            .collect(Collectors.joining(", ")));
    fields
        .values()
        .removeIf(value -> value == null || value.isEmpty() || value.equals("binary/octet-stream"));
    return fields;
  }

  /** The number in four bytes in base64, as the SDKs of AWS send it along with an upload. */
  private static @Nullable Integer crc32(@Nullable String sum) {
    try {
      byte[] bytes = sum == null ? new byte[0] : Base64.getDecoder().decode(sum);
      return bytes.length == Integer.BYTES ? ByteBuffer.wrap(bytes).getInt() : null;
    } catch (IllegalArgumentException e) {
      // The sum of a multipart upload may have the number of its parts behind it.
      return null;
    }
  }

  /** The content of a strong entity tag; null if it is none. */
  static @Nullable String tag(@Nullable String field) {
    if (field == null || field.startsWith("W/")) {
      return null;
    }
    String tag = field.replaceAll("^\"|\"$", "");
    return tag.matches("[!#-~]{1,200}") ? tag : null;
  }
}
