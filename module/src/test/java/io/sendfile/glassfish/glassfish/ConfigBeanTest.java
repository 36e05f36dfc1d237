package io.sendfile.glassfish.glassfish;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.engine.Setting;
import io.sendfile.glassfish.engine.Setting.Element;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hk2.config.Attribute;

/**
 * The annotations of the config beans can only repeat the settings table; here they are compared.
 */
class ConfigBeanTest {
  private static final Map<Element, Class<?>> BEANS =
      Map.of(Element.CONFIG, SendfileConfig.class, Element.ROOT, SendfileRoot.class);

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
    assertThat(attribute.key()).isEqualTo(setting == Setting.ROOT_NAME);
    assertThat(getter.getAnnotation(Allowed.class).value()).isEqualTo(setting);
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void isReadByTheAttributesName(Setting setting) {
    Map<String, String> attributes = Map.of(setting.attribute(), " x ");
    String value =
        setting.element() == Element.CONFIG
            ? ConfigAttributes.value(Beans.config(attributes), setting)
            : ConfigAttributes.value(Beans.root(attributes), setting);
    assertThat(value).isEqualTo("x");
  }

  private static Map<String, Method> getters(Element element) {
    return Arrays.stream(BEANS.get(element).getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Attribute.class))
        .collect(Collectors.toMap(Beans::attribute, Function.identity()));
  }
}
