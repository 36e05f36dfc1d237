package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.TestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * {@code copy-config} copies the module's elements as well. Embedded GlassFish 7.0.25 lacks the
 * command: its jar has no classes of the cluster administration.
 */
@Timeout(120)
@OwnProcess
class CopyConfigIT extends Scenario {
  private static final String COPY = "copy-of-server-config";

  private String inCopy(String command, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "--target";
    all[1] = COPY;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return server.command(command, all);
  }

  @Test
  void copyHasAttributesRootsListenersAndPlugInsOfItsOwn() {
    configure("range-limit", "5", "etag", "none");
    server.command("set-sendfile-listener", "--zero-copy", "false", "united");
    server.command("set-sendfile-plugin", "--enabled", "false", "--property", "a=b", "not-there");
    server.command("copy-config", "server-config", COPY);
    try {
      server.command("delete-sendfile-listener", "united");
      server.command("delete-sendfile-plugin", "not-there");
      assertThat(inCopy("get-sendfile-configuration"))
          .containsPattern("range-limit +5 +256 +live +domain.xml")
          .containsPattern("etag +none +strong +live +domain.xml")
          .contains("united: [zero-copy=false]");
      assertThat(inCopy("list-sendfile-roots", "--long", "true"))
          .contains(TestFiles.folder().toString(), "not checked here");
      assertThat(inCopy("list-sendfile-plugins")).containsPattern("not-there .*false .*a=b");

      inCopy("set-sendfile-configuration", "--range-limit", "6");
      inCopy("delete-sendfile-root", TestFiles.ROOT);
      assertThat(server.command("get-sendfile-configuration")).containsPattern("range-limit +5 ");
      assertThat(server.command("list-sendfile-roots")).contains(TestFiles.ROOT);
    } finally {
      server.command("delete-config", COPY);
    }
  }
}
