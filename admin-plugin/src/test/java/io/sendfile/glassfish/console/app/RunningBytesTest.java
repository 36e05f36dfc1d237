package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.Test;

class RunningBytesTest {
  private static final String[] NAMES = {"root", "listener", "bytes"};

  private static CompositeData transfer(Object... values) throws OpenDataException {
    OpenType<?>[] types = {SimpleType.STRING, SimpleType.STRING, SimpleType.LONG};
    CompositeType type = new CompositeType("transfer", "a transfer", NAMES, NAMES, types);
    return new CompositeDataSupport(type, NAMES, values);
  }

  @Test
  void areAddedUpByRootAndByListener() throws OpenDataException {
    RunningBytes running =
        RunningBytes.of(
            transfer("media", "http-listener-1", 100L),
            transfer("media", "http-listener-2", 20L),
            transfer("private", "http-listener-2", 3L));
    assertThat(running.total()).isEqualTo(123);
    assertThat(running.ofRoot("media")).isEqualTo(120);
    assertThat(running.ofListener("http-listener-2")).isEqualTo(23);
    assertThat(running.ofListener("admin-listener")).isZero();
  }
}
