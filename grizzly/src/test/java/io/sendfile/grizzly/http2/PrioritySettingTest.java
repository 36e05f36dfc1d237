package io.sendfile.grizzly.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.http2.SentFrames.PrioritySetting;
import java.util.HexFormat;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrioritySettingTest {
  private static final MemoryManager<?> MEMORY = MemoryManager.DEFAULT_MEMORY_MANAGER;

  private static Buffer bytes(String hex) {
    return Buffers.wrap(MEMORY, HexFormat.of().parseHex(hex));
  }

  @Test
  void isAppendedToTheSettingsOfTheServer() {
    Buffer settings = bytes("000006040000000000" + "000600001000");
    assertThat(PrioritySetting.belongsInto(settings)).isTrue();

    Buffer all = PrioritySetting.appended(settings, MEMORY);

    byte[] sent = new byte[all.remaining()];
    all.get(sent);
    assertThat(HexFormat.of().formatHex(sent))
        .isEqualTo("00000c040000000000" + "000600001000" + "000900000001");
  }

  /** An acknowledgement, a PING, part of a frame, two frames. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "000000040100000000",
        "0000080600000000000000000000000000",
        "0000060400",
        "000000040000000000000000040100000000",
      })
  void belongsIntoNothingElse(String hex) {
    assertThat(PrioritySetting.belongsInto(bytes(hex))).isFalse();
  }
}
