package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.CharConversionException;
import java.util.concurrent.locks.ReentrantLock;
import org.glassfish.grizzly.http.server.util.Mapper;
import org.glassfish.grizzly.http.util.DataChunk;
import org.junit.jupiter.api.Test;

class ListenerMapperTest {
  private static final String HOST = "server";

  @Test
  void pathOfAContextWithoutItsSlashStaysForTheServerToMapAgain() throws Exception {
    Mapper mapper = new Mapper();
    Object adapter = new Object();
    mapper.setDefaultHostName(HOST);
    mapper.addHost(HOST, new String[0], new Object());
    mapper.addContext(HOST, "/metrics", adapter, new String[0], null);
    ListenerMapper ours = new ListenerMapper(mapper, new ReentrantLock());
    DataChunk path = characters("/metrics");

    for (int i = 0; i < 2; i++) {
      assertThat(ours.map(characters(HOST), path).context).isSameAs(adapter);
      assertThat(path.toString()).isEqualTo("/metrics");
    }
  }

  private static DataChunk characters(String text) throws CharConversionException {
    DataChunk chunk = DataChunk.newInstance();
    chunk.setString(text);
    chunk.toChars(null);
    return chunk;
  }
}
