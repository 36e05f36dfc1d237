package io.sendfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.ResourceBundle;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.glassfish.api.Param;
import org.glassfish.api.admin.RestEndpoints;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hk2.annotations.Service;

/** Each command and each of its options has help. */
class CommandHelpTest {
  /** An option in the synopsis or at the head of its paragraph. */
  private static final Pattern DESCRIBED = Pattern.compile("(?m)^( {7}| +\\[)--([a-z-]+)");

  static List<Class<?>> commands() {
    return new ClassFileImporter()
            .withImportOption(new ArchitectureTest.MainClasses())
            .importPackages(ArchitectureTest.ROOT)
            .stream()
            .filter(type -> type.isAnnotatedWith(RestEndpoints.class))
            .<Class<?>>map(JavaClass::reflect)
            .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void describesCommandAndEachOption(Class<?> command) throws IOException {
    String name = name(command);
    String manual = manual(command, name).replaceAll("\\s+", " ");
    ResourceBundle strings = ResourceBundle.getBundle(command.getPackageName() + ".LocalStrings");

    assertThat(strings.getString(name)).isNotEmpty();
    assertThat(manual).startsWith(name + "(1)").contains("EXIT STATUS", "EXAMPLES");
    for (Param option : options(command).toList()) {
      assertThat(strings.getString(name + "." + option.name())).isNotEmpty();
      assertThat(manual).contains(option.primary() ? " " + option.name() : "--" + option.name());
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void describesNoOptionThatThereIsNot(Class<?> command) throws IOException {
    List<String> described =
        DESCRIBED
            .matcher(manual(command, name(command)))
            .results()
            .map(option -> option.group(2))
            .filter(option -> !option.equals("help"))
            .toList();

    assertThat(options(command).map(Param::name)).containsAll(described);
  }

  static String name(Class<?> command) {
    return command.getAnnotation(Service.class).name();
  }

  static Stream<Param> options(Class<?> command) {
    return Stream.<Class<?>>iterate(command, type -> type != Object.class, Class::getSuperclass)
        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
        .filter(field -> field.isAnnotationPresent(Param.class))
        .map(field -> field.getAnnotation(Param.class));
  }

  private static String manual(Class<?> command, String name) throws IOException {
    try (InputStream page = command.getResourceAsStream(name + ".1")) {
      assertThat(page).as(name + ".1").isNotNull();
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
