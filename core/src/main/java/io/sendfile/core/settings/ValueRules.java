package io.sendfile.core.settings;

import io.sendfile.core.content.EtagMode;
import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.AddressRanges;
import io.sendfile.core.http.ForwardedField;
import io.sendfile.core.transfer.Identity;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules of values, shared by rows of {@link Setting}. */
final class ValueRules {
  /** Digits and a dot at the beginning, or groups of hexadecimal digits. */
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]+\\..*|[0-9a-fA-F.:]*:[0-9a-fA-F.:]*(/.*)?");

  /** {@code true} or {@code false}, in any case. */
  static final ValueRule FLAG = new ValueRule.Flag();

  /** The name of an algorithm. */
  static final ValueRule ALGORITHM = new ValueRule.PartName(KnownNames::algorithms);

  /** The name of a buffer policy. */
  static final ValueRule BUFFER_POLICY = new ValueRule.PartName(KnownNames::bufferPolicies);

  /** A {@link SymlinkPolicy}, by label. */
  static final ValueRule SYMLINKS = ValueRule.Word.of(SymlinkPolicy.values(), SymlinkPolicy::label);

  /** An {@link EtagMode}, by label. */
  static final ValueRule ENTITY_TAGS = ValueRule.Word.of(EtagMode.values(), EtagMode::label);

  /** The name of a root, fit for {@code root:path}, a dotted name and an MBean name. */
  static final ValueRule ROOT_NAME =
      ValueRule.TextRule.of(
          matching("[A-Za-z0-9][A-Za-z0-9_-]{0,63}"),
          "1 to 64 letters, digits, '-' or '_', beginning with a letter or digit");

  /** The name of a network-listener, fit for a dotted name. */
  static final ValueRule LISTENER_NAME =
      ValueRule.TextRule.of(
          matching("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,127}"),
          "the name of a network-listener: up to 128 letters, digits, '-', '_' or '.'");

  /** The name of a plug-in, existing or not. */
  static final ValueRule PLUG_IN_NAME =
      ValueRule.TextRule.of(
          matching("[A-Za-z0-9][A-Za-z0-9._-]{0,63}").and(ValueRules::isNotBuiltIn),
          "the name of a plug-in: 1 to 64 letters, digits, '-', '_' or '.', beginning with a"
              + " letter or digit, and none of the module's own algorithms and buffer policies");

  /** An absolute path without {@code ..}. */
  static final ValueRule FOLDER =
      ValueRule.TextRule.of(
          ValueRules::isFolder,
          "the absolute path of a folder, without '.' or '..', e.g. /srv/media");

  /** Nothing, or a URI prefix of {@link Root#isUriPrefix}. */
  static final ValueRule URI_PREFIX =
      ValueRule.TextRule.of(
          value -> value.isEmpty() || Root.isUriPrefix(value),
          "empty, or a path that begins and ends with '/', e.g. /protected/, whose names are not"
              + " empty, not '.' or '..', and have none of ? # % and backslash");

  /** Nothing, or the name of a marker file of {@link Root#isMarkerFile}. */
  static final ValueRule MARKER_FILE =
      ValueRule.TextRule.of(
          value -> value.isEmpty() || Root.isMarkerFile(value),
          "empty, or a path below the folder, without '.' or '..', e.g. .mounted");

  /** Nothing, or a store of {@link Root#isStore}. */
  static final ValueRule STORE =
      ValueRule.TextRule.of(
          value -> value.isEmpty() || Root.isStore(value),
          "empty, or a scheme, '://' and a place without blanks, e.g. s3://bucket/prefix");

  /** The word none, or the path of a request, without characters that could be encoded. */
  static final ValueRule REQUEST_PATH =
      ValueRule.TextRule.of(
          matching("none|(/[A-Za-z0-9._~-]+)+"),
          "none, or a path such as /ready, with letters, digits, '-', '.', '_' and '~' after each"
              + " '/'");

  /** Nothing, or a list of names of {@link AllowedOrigins}. */
  static final ValueRule NAME_LIST =
      ValueRule.TextRule.of(AllowedOrigins::isList, "empty, or names separated by commas");

  /** A list of glob patterns of {@link HiddenFiles}. */
  static final ValueRule GLOBS =
      ValueRule.TextRule.of(
          ValueRules::areGlobs,
          "names separated by commas, with * and ? as wildcards, e.g. .*,WEB-INF");

  /** Nothing, or {@link AddressRanges}. */
  static final ValueRule ADDRESSES =
      new ValueRule.TextRule(
          AddressRanges::parse,
          "empty, or addresses and ranges of them separated by commas, e.g."
              + " 10.0.0.0/8,2001:db8::1");

  /** Nothing, or an {@link AddressRange}, or the name of a client. */
  static final ValueRule CLIENT =
      ValueRule.TextRule.of(
          ValueRules::isClient,
          "empty, an address or a range of them such as 192.0.2.7 or 2001:db8::/48, or the name"
              + " that applications give a client");

  /** Nothing, or one name. */
  static final ValueRule NAME =
      ValueRule.TextRule.of(
          value -> AllowedOrigins.isList(value) && value.indexOf(',') < 0, "empty, or one name");

  /** Nothing, or an instant. */
  static final ValueRule MOMENT =
      ValueRule.TextRule.of(
          ValueRules::isMoment, "empty, or a moment in UTC such as 2026-12-01T18:00:00Z");

  /** The name of a {@link ForwardedField}. */
  static final ValueRule FORWARDED_FIELD =
      ValueRule.Word.of(ForwardedField.values(), ForwardedField::field);

  /** Whether a listener goes without the PROXY protocol or requires it. */
  static final ValueRule PROXY_PROTOCOL =
      ValueRule.Word.of(new String[] {"off", "required"}, word -> word);

  /** The default of a client's identity, and the one that needs users who sign in. */
  static final ValueRule IDENTITY =
      ValueRule.Word.of(new String[] {"address", "principal"}, word -> word);

  /** A whole number in a range. */
  static ValueRule whole(long min, long max, String unit, String zeroMeans) {
    return new NumberRule.WholeRule(min, max, unit, zeroMeans);
  }

  /** Nothing, which is any number, or a whole number from 0. */
  static ValueRule orEmpty(long max, String unit) {
    return new NumberRule.OptionalRule(max, unit);
  }

  /** A whole number of a limited number of digits, or a percentage. */
  static ValueRule orShare(int digits, String unit, String whole) {
    return new NumberRule.QuotaRule(digits, unit, whole);
  }

  /** Bytes per second, up to a terabyte. */
  static ValueRule rate(String zeroMeans) {
    return new NumberRule.WholeRule(0, 1_000_000_000_000L, "bytes per second", zeroMeans);
  }

  private ValueRules() {}

  private static Predicate<String> matching(String form) {
    return Pattern.compile(form).asMatchPredicate();
  }

  private static boolean isNotBuiltIn(String name) {
    return !KnownNames.BUILT_IN.algorithms().contains(name)
        && !KnownNames.BUILT_IN.bufferPolicies().contains(name);
  }

  private static boolean isFolder(String value) {
    try {
      Path path = Path.of(value);
      return path.isAbsolute() && path.equals(path.normalize());
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** A text that looks like an address must be one, lest a slip be somebody's name. */
  private static boolean isClient(String value) {
    try {
      return value.isEmpty() || addresses(value) != null || Identity.isName(value);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The addresses of a client of a limit; null for a name. */
  static @Nullable AddressRange addresses(String client) {
    return ADDRESS.matcher(client).matches() ? AddressRange.parse(client) : null;
  }

  private static boolean isMoment(String value) {
    try {
      return value.isEmpty() || Instant.parse(value).isAfter(Instant.EPOCH);
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean areGlobs(String value) {
    try {
      HiddenFiles.parse(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
