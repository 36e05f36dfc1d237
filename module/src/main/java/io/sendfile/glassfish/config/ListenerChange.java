package io.sendfile.glassfish.config;

import com.sun.enterprise.config.serverbeans.Config;
import java.beans.PropertyChangeEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Dom;

/**
 * A change of what GlassFish itself knows of listeners, for which it starts them anew, or stops
 * them.
 *
 * @param listeners their names
 * @param text what has changed, as in {@code http.comet-support-enabled is true, was false}
 * @param back the asadmin command that takes it back; empty for none
 * @param differs whether anything is another one than before
 */
public record ListenerChange(List<String> listeners, String text, String back, boolean differs) {
  /**
   * A changed attribute, or an element that came or went.
   *
   * @param path of the element, as {@code asadmin set} names it
   * @param tag of the element
   * @param attribute its name, or that of the inner element
   */
  record Changed(
      String path, String tag, String attribute, @Nullable Object before, @Nullable Object after) {
    String text() {
      String name = tag.startsWith("network-listener") ? attribute : tag + "." + attribute;
      if (isElement()) {
        return name + (after == null ? " is removed" : " is added");
      }
      if (!differs()) {
        return name + (isSecret() ? " was set" : " was set to " + said(after)) + " again";
      }
      return name
          + (isSecret() ? " is another one" : " is " + said(after) + ", was " + said(before));
    }

    private boolean differs() {
      return isElement() || !Objects.equals(before, after);
    }

    /** The operand of {@code asadmin set} that takes it back; empty for none. */
    String back() {
      if (before == null || isSecret() || isElement()) {
        return "";
      }
      String value = path + "." + attribute + "=" + before;
      return value.matches("[\\w.,:/@=+-]*") ? value : "'" + value + "'";
    }

    private boolean isElement() {
      return Stream.of(ConfigBeanProxy.class, Dom.class)
          .anyMatch(type -> type.isInstance(before) || type.isInstance(after));
    }

    private boolean isSecret() {
      return attribute.toLowerCase(Locale.ROOT).contains("password");
    }

    private static String said(@Nullable Object value) {
      String text = Objects.toString(value, "not set");
      return text.isEmpty() ? "empty" : text;
    }
  }

  /**
   * One of those that differ; of all, for which GlassFish starts listeners anew, too, if none does.
   */
  static ListenerChange of(List<String> listeners, List<Changed> all) {
    List<Changed> different = all.stream().filter(Changed::differs).toList();
    List<String> back = different.stream().map(Changed::back).toList();
    return new ListenerChange(
        listeners,
        (different.isEmpty() ? all : different)
            .stream().map(Changed::text).collect(Collectors.joining("; ")),
        back.isEmpty() || back.contains("") ? "" : "asadmin set " + String.join(" ", back),
        !different.isEmpty());
  }

  /** The changes of a committed transaction that concern listeners of a configuration. */
  public static List<ListenerChange> of(List<PropertyChangeEvent> events, Config config) {
    List<Dom> fresh =
        events.stream().flatMap(event -> Stream.ofNullable(dom(event.getNewValue()))).toList();
    Map<List<String>, List<Changed>> byListeners = new LinkedHashMap<>();
    for (PropertyChangeEvent event : events) {
      Dom element = dom(event.getSource());
      // The attributes of a new element are not worth a word.
      if (element != null && !fresh.contains(element)) {
        String path = path(element, config.getName());
        List<String> listeners = path.isEmpty() ? List.of() : listeners(event, element, config);
        if (!listeners.isEmpty()) {
          byListeners
              .computeIfAbsent(listeners, unused -> new ArrayList<>())
              .add(
                  new Changed(
                      path,
                      element.model.getTagName(),
                      event.getPropertyName(),
                      event.getOldValue(),
                      event.getNewValue()));
        }
      }
    }
    return byListeners.entrySet().stream().map(each -> of(each.getKey(), each.getValue())).toList();
  }

  /** The element that a value of an event is; null for another value. */
  private static @Nullable Dom dom(@Nullable Object value) {
    return value instanceof ConfigBeanProxy bean
        ? Dom.unwrap(bean)
        : value instanceof Dom element ? element : null;
  }

  /** The path of an element of that configuration; empty for another one. */
  private static String path(Dom element, String config) {
    String tag = element.model.getTagName();
    String key = Objects.toString(element.getKey(), "").replace(".", "\\.");
    Dom parent = element.parent();
    if (tag.equals("config")) {
      return config.equals(element.getKey()) ? key : "";
    }
    String above = parent == null ? "" : path(parent, config);
    return above.isEmpty() ? "" : above + "." + tag + (key.isEmpty() ? "" : "." + key);
  }

  /** The listeners that a change concerns, by what they consist of. */
  private static List<String> listeners(PropertyChangeEvent event, Dom element, Config config) {
    List<String> listed =
        Stream.of(event.getOldValue(), event.getNewValue())
            .filter(NetworkListener.class::isInstance)
            .map(each -> ((NetworkListener) each).getName())
            .toList();
    for (Dom each = element; listed.isEmpty() && each != null; each = each.parent()) {
      listed =
          switch (each.model.getTagName()) {
            case "network-listener" -> List.of(each.getKey());
            case "protocol" -> with(NetworkListener::getProtocol, each, config);
            case "transport" -> with(NetworkListener::getTransport, each, config);
            case "thread-pool" -> with(NetworkListener::getThreadPool, each, config);
            default -> List.of();
          };
    }
    return listed;
  }

  private static List<String> with(
      Function<NetworkListener, String> part, Dom element, Config config) {
    return config.getNetworkConfig().getNetworkListeners().getNetworkListener().stream()
        .filter(listener -> element.getKey().equals(part.apply(listener)))
        .map(NetworkListener::getName)
        .toList();
  }
}
