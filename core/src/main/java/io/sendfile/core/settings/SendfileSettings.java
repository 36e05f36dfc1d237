package io.sendfile.core.settings;

import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.core.content.Dialect;
import io.sendfile.core.content.EtagMode;
import io.sendfile.core.content.HandOffHeader;
import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.LeftOutRoot;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.AddressRanges;
import io.sendfile.core.http.ForwardedField;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.Limits;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All settings in force at one moment. Immutable; read once per response through one volatile
 * reference, so that a response never sees half of a change. Names, ranges and defaults are those
 * of {@link Setting}.
 *
 * @param values each value of sendfile-config, as its {@link ValueRule#parsed rule} makes it
 * @param limits bounds of the number of transfers and of their memory
 * @param dialect the headers by which applications hand off
 * @param buffers the buffers of listeners
 * @param roots the folders of files; without roots everything is refused
 * @param leftOut configured roots with bad settings; files in them are refused
 * @param listeners listeners with settings of their own, by name
 * @param plugIns settings of plug-ins, by name
 * @param limitRules limits on clients, applications and roots
 */
public record SendfileSettings(
    Map<Setting, Object> values,
    LimitSettings limits,
    Dialect dialect,
    BufferChoice buffers,
    List<Root> roots,
    List<LeftOutRoot> leftOut,
    Map<String, OwnSettings> listeners,
    Map<String, PlugInSettings> plugIns,
    List<LimitRule> limitRules) {
  /** The defaults of {@link Setting}, without roots. */
  public static final SendfileSettings DEFAULTS = of(Setting::defaultValue, List.of());

  public SendfileSettings {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
    roots = List.copyOf(roots);
    leftOut = List.copyOf(leftOut);
    listeners = Map.copyOf(listeners);
    plugIns = Map.copyOf(plugIns);
    limitRules = List.copyOf(limitRules);
  }

  /**
   * Compares the components that determine all others; cheaper at start-up than a record's own
   * comparison.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SendfileSettings that
        && values.equals(that.values)
        && roots.equals(that.roots)
        && leftOut.equals(that.leftOut)
        && listeners.equals(that.listeners)
        && plugIns.equals(that.plugIns)
        && limitRules.equals(that.limitRules);
  }

  @Override
  public int hashCode() {
    return Objects.hash(values, roots, leftOut, listeners, plugIns, limitRules);
  }

  /** Whether it is on. */
  public boolean flag(Setting setting) {
    return (Boolean) value(setting);
  }

  /** Whether files are handed off at no listener, also not by a setting of its own. */
  public boolean isOff() {
    return !flag(Setting.ENABLED)
        && listeners.values().stream().noneMatch(own -> own.settings().flag(Setting.ENABLED));
  }

  /** A number, in the unit of its row. */
  public long number(Setting setting) {
    return (Long) value(setting);
  }

  /** A name or another text. */
  public String text(Setting setting) {
    return (String) value(setting);
  }

  /** The proxies whose information about client addresses is trusted; null for none. */
  public @Nullable AddressRanges trustedProxies() {
    Object proxies = value(Setting.TRUSTED_PROXIES);
    return proxies == AddressRanges.NONE ? null : (AddressRanges) proxies;
  }

  /** The request field with that information. */
  public ForwardedField forwardedField() {
    return (ForwardedField) value(Setting.FORWARDED_FIELD);
  }

  /**
   * Whether the name of the signed-in user identifies a client without a name by its application.
   */
  public boolean identifiesPrincipals() {
    return text(Setting.CLIENT_IDENTITY).equals("principal");
  }

  /** Whether connections have to begin with a PROXY header. */
  public boolean requiresProxyHeader() {
    return text(Setting.PROXY_PROTOCOL).equals("required");
  }

  /** Kind of entity tags when the application set none. */
  public EtagMode entityTags() {
    return (EtagMode) value(Setting.ETAG);
  }

  private Object value(Setting setting) {
    Object value = values.get(setting);
    if (value == null) {
      throw new IllegalArgumentException(setting.attribute() + " is no setting of a server");
    }
    return value;
  }

  /** The settings of the plug-in of that name. */
  public PlugInSettings plugIn(String name) {
    PlugInSettings set = plugIns.get(name);
    return set == null ? PlugInSettings.unset(name) : set;
  }

  /** The effective settings of the listener of that name. */
  public SendfileSettings forListener(String name) {
    OwnSettings listener = listeners.get(name);
    return listener == null ? this : listener.settings();
  }

  /**
   * Settings from values that were accepted by {@link Setting#problem}.
   *
   * @throws IllegalArgumentException when a number was not checked before
   * @throws IndexOutOfBoundsException when a word was not checked before
   */
  public static SendfileSettings of(Function<Setting, String> value, List<Root> roots) {
    Map<Setting, Object> values = new EnumMap<>(Setting.class);
    for (Setting setting : Element.CONFIG.settings()) {
      values.put(setting, setting.rule().parsed(value.apply(setting)));
    }
    return new SendfileSettings(
        values,
        LimitSettings.of(value),
        new Dialect(
            Boolean.parseBoolean(value.apply(Setting.UNESCAPE)),
            HandOffHeader.understood(attribute -> isOn(attribute, value))),
        new BufferChoice(
            value.apply(Setting.BUFFER_POLICY), Integer.parseInt(value.apply(Setting.SLAB_BYTES))),
        roots,
        List.of(),
        Map.of(),
        Map.of(),
        List.of());
  }

  /**
   * A root from values that were accepted by {@link Setting#problem}.
   *
   * @param value the value of each setting of {@link Element#ROOT}, the default where none is set
   */
  public static Root root(Function<Setting, String> value) {
    String prefix = value.apply(Setting.ROOT_URI_PREFIX);
    String marker = value.apply(Setting.ROOT_MARKER_FILE);
    String store = value.apply(Setting.ROOT_STORE);
    return new Root(
        value.apply(Setting.ROOT_NAME),
        Path.of(value.apply(Setting.ROOT_PATH)),
        (SymlinkPolicy) Setting.ROOT_SYMLINKS.rule().parsed(value.apply(Setting.ROOT_SYMLINKS)),
        HiddenFiles.parse(value.apply(Setting.ROOT_HIDDEN)),
        Boolean.parseBoolean(value.apply(Setting.ROOT_ZERO_COPY)),
        prefix.isEmpty() ? null : prefix,
        Boolean.parseBoolean(value.apply(Setting.ROOT_ALLOW_DELETE)),
        AllowedOrigins.parse(
            value.apply(Setting.ROOT_APPLICATIONS), value.apply(Setting.ROOT_VIRTUAL_SERVERS)),
        marker.isEmpty() ? null : marker,
        store.isEmpty() ? null : store);
  }

  /**
   * A limit from values that were accepted by {@link Setting#problem}.
   *
   * @param value the value of each setting of {@link Element#LIMIT}
   */
  public static LimitRule limit(Function<Setting, String> value) {
    String client = value.apply(Setting.LIMIT_CLIENT);
    AddressRange range = ValueRules.addresses(client);
    String until = value.apply(Setting.LIMIT_UNTIL);
    return new LimitRule(
        value.apply(Setting.LIMIT_NAME),
        range,
        range == null ? client : "",
        value.apply(Setting.LIMIT_APPLICATION),
        value.apply(Setting.LIMIT_ROOT),
        amount(value.apply(Setting.LIMIT_RATE)),
        amount(value.apply(Setting.LIMIT_TRANSFERS)),
        until.isEmpty() ? null : Instant.parse(until));
  }

  /** A sentence for each thing that a limit lacks. */
  public static List<String> lackOfLimit(Function<Setting, String> value) {
    List<String> lack = new ArrayList<>();
    if (Stream.of(Setting.LIMIT_CLIENT, Setting.LIMIT_APPLICATION, Setting.LIMIT_ROOT)
        .allMatch(setting -> value.apply(setting).isEmpty())) {
      lack.add("client, application or root must say whom it concerns");
    }
    if (Stream.of(Setting.LIMIT_RATE, Setting.LIMIT_TRANSFERS)
        .allMatch(setting -> value.apply(setting).isEmpty())) {
      lack.add("rate or transfers must say how much is allowed; 0 keeps out");
    }
    return lack;
  }

  private static long amount(String text) {
    return text.isEmpty() ? Limits.NONE : Long.parseLong(text);
  }

  private static boolean isOn(String attribute, Function<Setting, String> value) {
    for (Setting setting : Element.CONFIG.settings()) {
      if (setting.attribute().equals(attribute)) {
        return Boolean.parseBoolean(value.apply(setting));
      }
    }
    return false;
  }

  /**
   * Like {@link #of}, with listeners that have values of their own.
   *
   * @param own by listener: accepted values of its own
   */
  public static SendfileSettings of(
      Function<Setting, String> value, List<Root> roots, Map<String, Map<Setting, String>> own) {
    Map<String, OwnSettings> listeners = new HashMap<>();
    own.forEach(
        (name, values) ->
            listeners.put(
                name,
                new OwnSettings(
                    values,
                    of(
                        setting -> {
                          String mine = values.get(setting);
                          return mine == null ? value.apply(setting) : mine;
                        },
                        roots))));
    return of(value, roots).with(roots, List.of(), listeners, Map.of());
  }

  /** A copy with other roots. */
  public SendfileSettings withRoots(List<Root> other) {
    Map<String, OwnSettings> others = new HashMap<>();
    listeners.forEach(
        (name, listener) ->
            others.put(
                name, new OwnSettings(listener.own(), listener.settings().withRoots(other))));
    return with(other, leftOut, others, plugIns);
  }

  /** A copy with these plug-ins. */
  public SendfileSettings withPlugIns(Map<String, PlugInSettings> other) {
    return with(roots, leftOut, listeners, other);
  }

  /** A copy with these left-out roots. */
  public SendfileSettings withLeftOut(List<LeftOutRoot> other) {
    return with(roots, other, listeners, plugIns);
  }

  /** A copy with these limits. */
  public SendfileSettings withLimits(List<LimitRule> other) {
    return new SendfileSettings(
        values, limits, dialect, buffers, roots, leftOut, listeners, plugIns, other);
  }

  private SendfileSettings with(
      List<Root> otherRoots,
      List<LeftOutRoot> otherLeftOut,
      Map<String, OwnSettings> otherListeners,
      Map<String, PlugInSettings> otherPlugIns) {
    return new SendfileSettings(
        values,
        limits,
        dialect,
        buffers,
        otherRoots,
        otherLeftOut,
        otherListeners,
        otherPlugIns,
        limitRules);
  }

  /**
   * Configured limits on the number of transfers and on their memory.
   *
   * @param maxActive transfers in progress, at least 1
   * @param maxWaiting transfers waiting to start
   * @param maxBytes memory of all transfers in progress
   * @param maxPerClient transfers of one client, or its share of all of them and of their memory
   */
  public record LimitSettings(int maxActive, int maxWaiting, Quota maxBytes, Quota maxPerClient) {
    /**
     * A number, or a percentage.
     *
     * @param number 0 = no limit
     */
    public record Quota(long number, boolean percent) {
      static Quota of(String text) {
        boolean percent = text.endsWith("%");
        String digits = percent ? text.substring(0, text.length() - 1) : text;
        return new Quota(Long.parseLong(digits), percent);
      }

      private long of(long whole) {
        return percent || number == 0 ? share(whole) : number;
      }

      /** No limit for a number, and for a whole without limit; else at least one. */
      private long share(long whole) {
        return percent && whole != Limits.NONE ? (whole * number + 99) / 100 : Limits.NONE;
      }
    }

    static LimitSettings of(Function<Setting, String> value) {
      return new LimitSettings(
          Integer.parseInt(value.apply(Setting.MAX_ACTIVE_TRANSFERS)),
          Integer.parseInt(value.apply(Setting.MAX_WAITING_TRANSFERS)),
          Quota.of(value.apply(Setting.MAX_BUFFERED_BYTES)),
          Quota.of(value.apply(Setting.MAX_CLIENT_TRANSFERS)));
    }

    /** The limits in this JVM. */
    public Limits inThisJvm() {
      return inJvm(Runtime.getRuntime().maxMemory());
    }

    /**
     * The limits.
     *
     * @param heapBytes the JVM's maximum heap
     */
    Limits inJvm(long heapBytes) {
      long bytes = maxBytes.of(heapBytes);
      return new Limits(
          maxActive,
          maxWaiting,
          bytes,
          maxPerClient.of((long) maxActive + maxWaiting),
          maxPerClient.share(bytes));
    }
  }
}
