package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.settings.Element;
import io.sendfile.glassfish.settings.Setting;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hk2.config.Attribute;

/** Annotations of the config beans agree with the table of settings; Java makes them repeat it. */
class ConfigBeanTest {
  private static final Map<Element, Class<?>> BEANS =
      Map.of(
          Element.CONFIG,
          SendfileConfig.class,
          Element.ROOT,
          SendfileRoot.class,
          Element.LISTENER,
          SendfileListener.class,
          Element.PLUGIN,
          SendfilePlugin.class);

  @ParameterizedTest
  @EnumSource(Element.class)
  void declaresExactlyTheAttributesOfTheTable(Element element) {
    List<String> expected = Setting.of(element).stream().map(Setting::attribute).toList();
    assertThat(getters(element).keySet()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void hasTheDefaultAndTheCheckOfTheTable(Setting setting) {
    Method getter = getters(setting.element()).get(setting.attribute());
    Attribute attribute = getter.getAnnotation(Attribute.class);
    String expected = setting.required() ? "\0" : setting.defaultValue();

    assertThat(attribute.defaultValue()).isEqualTo(expected);
    assertThat(attribute.key()).isEqualTo(setting.key());
    assertThat(getter.getAnnotation(Allowed.class).value()).isEqualTo(setting);
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void isReadByTheAttributesName(Setting setting) {
    Map<String, String> attributes = Map.of(setting.attribute(), " x ");
    String value =
        switch (setting.element()) {
          case CONFIG -> ConfigAttributes.value(Beans.config(attributes), setting);
          case ROOT -> ConfigAttributes.value(Beans.root(attributes), setting);
          case LISTENER -> ConfigAttributes.value(Beans.listener(attributes), setting);
          case PLUGIN -> ConfigAttributes.value(Beans.plugIn(attributes), setting);
        };
    assertThat(value).isEqualTo("x");
  }

  static List<Setting> perListener() {
    return Setting.changeable(Element.LISTENER);
  }

  @ParameterizedTest
  @MethodSource("perListener")
  void listenerInheritsWhatItHasNot(Setting setting) {
    Method getter = getters(Element.LISTENER).get(setting.attribute());
    assertThat(getter.getAnnotation(Attribute.class).defaultValue()).isEqualTo("\0");
    assertThat(getter.getAnnotation(Allowed.class).value()).isEqualTo(setting);
    Map<String, String> some = Map.of(setting.attribute(), " x ");
    assertThat(ConfigAttributes.own(Beans.listener(some), setting)).isEqualTo("x");
    assertThat(ConfigAttributes.own(Beans.listener(Map.of()), setting)).isNull();
    Map<String, String> blank = Map.of(setting.attribute(), " ");
    assertThat(ConfigAttributes.own(Beans.listener(blank), setting)).isNull();
  }

  private static Map<String, Method> getters(Element element) {
    return Arrays.stream(BEANS.get(element).getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Attribute.class))
        .collect(Collectors.toMap(Beans::attribute, Function.identity()));
  }
}
