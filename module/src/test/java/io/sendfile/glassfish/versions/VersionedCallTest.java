package io.sendfile.glassfish.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.glassfish.api.admin.ParameterMap;
import org.junit.jupiter.api.Test;

class VersionedCallTest {
  @Test
  void eachCallIsFoundUnderOneOfItsNames() {
    for (VersionedCall call : VersionedCall.values()) {
      assertThat(call.as(Object.class, types(call))).as(call.name()).isNotNull();
    }
  }

  private static Class<?>[] types(VersionedCall call) {
    Class<?>[] types = new Class<?>[1 + call.parameters().size()];
    types[0] = call.owner();
    for (int i = 1; i < types.length; i++) {
      types[i] = call.parameters().get(i - 1);
    }
    return types;
  }

  @Test
  void anExceptionOfTheMethodIsTheCallers() {
    ParameterMap notAServer = new ParameterMap();
    assertThatThrownBy(() -> VersionedCall.ADMIN_PORT.on(notAServer))
        .isInstanceOf(ClassCastException.class);
  }
}
