package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.content.EtagMode;
import io.sendfile.glassfish.content.HiddenFiles;
import io.sendfile.glassfish.content.Root;
import io.sendfile.glassfish.content.SymlinkPolicy;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a {@link Setting} accepts, as a test and in words. Immutable. */
public sealed interface ValueRule {
  /** Whether the value may be used, by the names that exist now. */
  boolean accepts(String value, KnownNames known);

  /** What is allowed, to follow "must be". */
  String allowed(KnownNames known);

  /** {@code true} or {@code false}, in any case. */
  record Flag() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
    }

    @Override
    public String allowed(KnownNames known) {
      return "true or false";
    }
  }

  /**
   * {@code true} or {@code false}, where {@code true} needs a version of Java.
   *
   * @param needed the first version with which it may be on
   * @param java the version this runs on
   */
  record FlagSince(int needed, Runtime.Version java) implements ValueRule {
    static FlagSince running(int needed) {
      return new FlagSince(needed, Runtime.version());
    }

    private boolean available() {
      return java.feature() >= needed;
    }

    @Override
    public boolean accepts(String value, KnownNames known) {
      return value.equalsIgnoreCase("false") || (available() && value.equalsIgnoreCase("true"));
    }

    @Override
    public String allowed(KnownNames known) {
      return available()
          ? "true or false"
          : "false, as true needs Java " + needed + " or later and this is Java " + java.feature();
    }
  }

  /**
   * A whole number.
   *
   * @param min smallest value allowed
   * @param max largest value allowed
   * @param unit what is counted, e.g. {@code bytes}
   * @param zeroMeans what 0 stands for, or empty
   */
  record Whole(long min, long max, String unit, String zeroMeans) implements ValueRule {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    @Override
    public boolean accepts(String value, KnownNames known) {
      if (!DIGITS.matcher(value).matches()) {
        return false;
      }
      long number = Long.parseLong(value);
      return number >= min && number <= max;
    }

    @Override
    public String allowed(KnownNames known) {
      String range = "a whole number of " + unit + " from " + min + " to " + max;
      return zeroMeans.isEmpty() ? range : range + "; 0 means " + zeroMeans;
    }
  }

  /** The name of a registered algorithm. */
  record AlgorithmName() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return known.algorithms().contains(value);
    }

    @Override
    public String allowed(KnownNames known) {
      return "one of " + String.join(", ", known.algorithms());
    }
  }

  /** The name of a buffer policy. */
  record BufferPolicyName() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return known.bufferPolicies().contains(value);
    }

    @Override
    public String allowed(KnownNames known) {
      return "one of " + String.join(", ", known.bufferPolicies());
    }
  }

  /** The name of a network-listener, fit for a dotted name. */
  record ListenerName() implements ValueRule {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,127}");

    @Override
    public boolean accepts(String value, KnownNames known) {
      return NAME.matcher(value).matches();
    }

    @Override
    public String allowed(KnownNames known) {
      return "the name of a network-listener: up to 128 letters, digits, '-', '_' or '.'";
    }
  }

  /** The name of a root, fit for {@code root:path}, a dotted name and an MBean name. */
  record RootName() implements ValueRule {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    @Override
    public boolean accepts(String value, KnownNames known) {
      return NAME.matcher(value).matches();
    }

    @Override
    public String allowed(KnownNames known) {
      return "1 to 64 letters, digits, '-' or '_', beginning with a letter or digit";
    }
  }

  /** An absolute path without {@code ..}. */
  record Folder() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      try {
        Path path = Path.of(value);
        return path.isAbsolute() && path.equals(path.normalize());
      } catch (InvalidPathException e) {
        return false;
      }
    }

    @Override
    public String allowed(KnownNames known) {
      return "the absolute path of a folder, without '.' or '..', e.g. /srv/media";
    }
  }

  /** A {@link SymlinkPolicy}, by label. */
  record Symlinks() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return SymlinkPolicy.of(value).isPresent();
    }

    @Override
    public String allowed(KnownNames known) {
      return Arrays.stream(SymlinkPolicy.values())
          .map(SymlinkPolicy::label)
          .collect(Collectors.joining(", ", "one of ", ""));
    }
  }

  /** An {@link EtagMode}, by label. */
  record EntityTags() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return EtagMode.of(value).isPresent();
    }

    @Override
    public String allowed(KnownNames known) {
      return Arrays.stream(EtagMode.values())
          .map(EtagMode::label)
          .collect(Collectors.joining(", ", "one of ", ""));
    }
  }

  /** Nothing, or a URI prefix of {@link Root#isUriPrefix}. */
  record UriPrefix() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return value.isEmpty() || Root.isUriPrefix(value);
    }

    @Override
    public String allowed(KnownNames known) {
      return "empty, or a path that begins and ends with '/', e.g. /protected/, whose names are not"
          + " empty, not '.' or '..', and have none of ? # % and backslash";
    }
  }

  /** A list of glob patterns of {@link HiddenFiles}. */
  record Globs() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      try {
        HiddenFiles.parse(value);
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    @Override
    public String allowed(KnownNames known) {
      return "names separated by commas, with * and ? as wildcards, e.g. .*,WEB-INF";
    }
  }
}
