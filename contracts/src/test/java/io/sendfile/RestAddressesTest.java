package io.sendfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.glassfish.admin.RuntimeCommand;
import java.util.Arrays;
import java.util.List;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A command's REST address is below its subject: a configuration, a server or a cluster. */
class RestAddressesTest {
  static List<Class<?>> commands() {
    return CommandHelpTest.commands();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void addressNamesTheTarget(Class<?> command) {
    List<RestEndpoint> endpoints = List.of(command.getAnnotation(RestEndpoints.class).value());

    assertThat(endpoints)
        .extracting(endpoint -> (Object) endpoint.configBean())
        .containsExactly(
            RuntimeCommand.class.isAssignableFrom(command)
                ? new Object[] {Server.class, Cluster.class}
                : new Object[] {Config.class});
    assertThat(endpoints)
        .allSatisfy(
            endpoint -> {
              assertThat(endpoint.path()).as("the command's own name").isEmpty();
              assertThat(Arrays.stream(endpoint.params()))
                  .singleElement()
                  .satisfies(
                      target -> {
                        assertThat(target.name()).isEqualTo("target");
                        assertThat(target.value()).isEqualTo("$parent");
                      });
            });
  }
}
