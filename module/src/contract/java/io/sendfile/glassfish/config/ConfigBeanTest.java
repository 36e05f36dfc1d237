package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Attributes of config beans are found by their row of the settings table. */
class ConfigBeanTest {
  @ParameterizedTest
  @EnumSource(Setting.class)
  void isReadByTheAttributesName(Setting setting) {
    Map<String, String> attributes = Map.of(setting.attribute(), " x ");
    String value =
        switch (setting.element()) {
          case CONFIG -> ConfigAttributes.value(Beans.config(attributes), setting);
          case ROOT -> ConfigAttributes.value(Beans.root(attributes), setting);
          case LIMIT -> ConfigAttributes.value(Beans.limit(attributes), setting);
          case LISTENER -> ConfigAttributes.value(Beans.listener(attributes), setting);
          case PLUGIN -> ConfigAttributes.value(Beans.plugIn(attributes), setting);
        };
    assertThat(value).isEqualTo("x");
  }

  static List<Setting> perListener() {
    return Element.LISTENER.changeable();
  }

  @ParameterizedTest
  @MethodSource("perListener")
  void listenerInheritsWhatItHasNot(Setting setting) {
    Map<String, String> some = Map.of(setting.attribute(), " x ");
    assertThat(ConfigAttributes.own(Beans.listener(some), setting)).isEqualTo("x");
    assertThat(ConfigAttributes.own(Beans.listener(Map.of()), setting)).isNull();
    Map<String, String> blank = Map.of(setting.attribute(), " ");
    assertThat(ConfigAttributes.own(Beans.listener(blank), setting)).isNull();
  }
}
