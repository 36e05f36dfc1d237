package io.sendfile.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that repeat the tables of settings and figures: reference, help of the commands, and the
 * attributes, options and getters that GlassFish and JMX want as Java. With {@code
 * -Dreference.write=true} they are written anew.
 */
class ReferenceTest {
  private static final String PACKAGES = "src/main/java/io/sendfile/glassfish/";

  /**
   * A file.
   *
   * @param path where it is
   * @param renewal its text with what the table says now
   */
  record Repeating(Path path, UnaryOperator<String> renewal) {
    Repeating(String path, UnaryOperator<String> renewal) {
      this(Path.of(path), renewal);
    }

    @Override
    public String toString() {
      return path.getFileName().toString();
    }
  }

  static List<Repeating> files() {
    return Stream.concat(
            Stream.of(
                new Repeating("../docs/reference.md", page -> ReferencePage.text()),
                new Repeating(
                    PACKAGES + "config/SendfileConfig.java", JavaBlocks.getters(Element.CONFIG)),
                new Repeating(
                    PACKAGES + "config/SendfileRoot.java", JavaBlocks.getters(Element.ROOT)),
                new Repeating(
                    PACKAGES + "config/SendfileListener.java",
                    JavaBlocks.getters(Element.LISTENER)),
                new Repeating(
                    PACKAGES + "config/SendfilePlugin.java", JavaBlocks.getters(Element.PLUGIN)),
                new Repeating(
                    PACKAGES + "admin/SetSendfileConfiguration.java",
                    JavaBlocks.options(Element.CONFIG)),
                new Repeating(
                    PACKAGES + "admin/RootCommand.java", JavaBlocks.options(Element.ROOT)),
                new Repeating(
                    PACKAGES + "admin/SetSendfileListener.java",
                    JavaBlocks.options(Element.LISTENER)),
                new Repeating(
                    PACKAGES + "monitoring/ListenerFigures.java", FigureBlocks::monitored),
                new Repeating(
                    "../grizzly/src/main/java/io/sendfile/grizzly/jmx/TransferStatistics.java",
                    FigureBlocks::attributes),
                new Repeating(
                    HelpedCommand.FOLDER.resolve("LocalStrings.properties"),
                    HelpedCommand::renewStrings)),
            Stream.of(HelpedCommand.values())
                .map(
                    command ->
                        new Repeating(
                            HelpedCommand.FOLDER.resolve(command.page()),
                            page -> ManualPage.renew(command, page))))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("files")
  void repeatsTheTable(Repeating file) throws IOException {
    String text = Files.readString(file.path());
    String renewed = file.renewal().apply(text);
    if (Boolean.getBoolean("reference.write")) {
      Files.writeString(file.path(), renewed);
    } else {
      assertThat(text)
          .as("written anew by mvn -pl module test -Dtest=ReferenceTest -Dreference.write=true")
          .isEqualTo(renewed);
    }
  }
}
