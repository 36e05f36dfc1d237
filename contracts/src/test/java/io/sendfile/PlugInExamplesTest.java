package io.sendfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plug-in that docs/plug-ins.md shows. */
class PlugInExamplesTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
  private static final Pattern NAME = Pattern.compile("\\bclass (\\w+)");

  /** Imports that an example leaves out. */
  private static final String IMPORTS =
      """
      import io.sendfile.spi.*;
      import org.jvnet.hk2.annotations.ContractsProvided;
      import org.jvnet.hk2.annotations.Service;
      """;

  @TempDir Path classes;

  static Stream<String> examples() throws IOException {
    String page = Files.readString(Path.of("../docs/plug-ins.md"));
    return BLOCK.matcher(page).results().map(block -> block.group(1));
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("memory:///" + name + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void compiles(String example) {
    Matcher name = NAME.matcher(example);
    assertThat(name.find()).as("a class").isTrue();
    String text = example.contains("import ") ? example : IMPORTS + example;
    List<String> options = List.of("-d", classes.toString(), "-proc:none", "-Xlint:all", "-Werror");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    JavaFileObject source = new Source(name.group(1), text);
    boolean done = compiler.getTask(said, null, null, options, null, List.of(source)).call();
    assertThat(done).as(said.toString()).isTrue();
  }
}
