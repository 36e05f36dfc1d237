package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.measurement.AdviseSendfile;
import io.sendfile.glassfish.measurement.MeasureSendfile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import org.glassfish.api.Param;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hk2.annotations.Service;

/** Each command and each of its options has help. */
class CommandHelpTest {
  static List<Class<? extends SendfileCommand>> commands() {
    return List.of(
        SetSendfileConfiguration.class,
        GetSendfileConfiguration.class,
        CreateSendfileRoot.class,
        SetSendfileRoot.class,
        DeleteSendfileRoot.class,
        ListSendfileRoots.class,
        SetSendfileListener.class,
        DeleteSendfileListener.class,
        ListSendfileListeners.class,
        SetSendfilePlugin.class,
        DeleteSendfilePlugin.class,
        ListSendfilePlugins.class,
        ListSendfileTransfers.class,
        ListSendfileEndedTransfers.class,
        CancelSendfileTransfer.class,
        DrainSendfile.class,
        SetSendfileTransferRate.class,
        ExplainSendfile.class,
        ListSendfileProblems.class,
        ListSendfileRefusals.class,
        ListSendfileHistory.class,
        ListSendfileStatistics.class,
        ResetSendfileStatistics.class,
        MeasureSendfile.class,
        AdviseSendfile.class);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void describesCommandAndEachOption(Class<? extends SendfileCommand> command) throws IOException {
    String name = name(command);
    String manual = manual(command, name);
    ResourceBundle strings = ResourceBundle.getBundle(command.getPackageName() + ".LocalStrings");

    assertThat(strings.getString(name)).isNotEmpty();
    assertThat(manual).startsWith(name + "(1)").contains("EXIT STATUS", "EXAMPLES");
    for (Param option : options(command).toList()) {
      assertThat(strings.getString(name + "." + option.name())).isNotEmpty();
      assertThat(manual).contains(option.primary() ? " " + option.name() : "--" + option.name());
    }
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Service.class).name();
  }

  private static Stream<Param> options(Class<?> command) {
    return Stream.<Class<?>>iterate(command, type -> type != Object.class, Class::getSuperclass)
        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
        .filter(field -> field.isAnnotationPresent(Param.class))
        .map(field -> field.getAnnotation(Param.class));
  }

  /** The manual page with its lines joined. */
  private static String manual(Class<?> command, String name) throws IOException {
    try (InputStream page = command.getResourceAsStream(name + ".1")) {
      assertThat(page).as(name + ".1").isNotNull();
      return new String(page.readAllBytes(), StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    }
  }
}
