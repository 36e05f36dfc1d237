package io.sendfile.generator;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * Writes what follows from the tables of settings and figures: Java for GlassFish and JMX, and the
 * help of commands. The build of a module runs it before it compiles.
 */
public final class Generator {
  private final Path help;
  private final Path sources;
  private final Path resources;

  private Generator(Path module, Path target) {
    this.help = module.resolve("src/main/help");
    this.sources = target.resolve("generated-sources/tables");
    this.resources = target.resolve("generated-resources/help");
  }

  /**
   * Writes what one module needs.
   *
   * @param arguments name of the module, its folder, and that of its build
   */
  public static void main(String[] arguments) throws IOException {
    Generator generator = new Generator(Path.of(arguments[1]), Path.of(arguments[2]));
    switch (arguments[0]) {
      case "sendfile-grizzly" -> generator.source(FigureSources.attributes());
      case "sendfile-module" -> generator.module();
      default -> throw new IllegalArgumentException("nothing follows for " + arguments[0]);
    }
  }

  private void module() throws IOException {
    source(FigureSources.monitored());
    for (Element element : Element.values()) {
      source(SettingSources.attributes(element));
    }
    for (Element element : EnumSet.complementOf(EnumSet.of(Element.PLUGIN))) {
      source(SettingSources.options(element));
    }
    Map<Setting, List<String>> explanations = ManualPage.explanations(read("explanations.txt"));
    for (HelpedCommand command : HelpedCommand.values()) {
      String page = command.label() + ".1";
      help(page, ManualPage.of(command, read(page), explanations));
    }
    String strings = "LocalStrings.properties";
    help(strings, read(strings) + HelpedCommand.strings());
  }

  private String read(String name) throws IOException {
    return Files.readString(help.resolve(name));
  }

  private void help(String name, String text) throws IOException {
    write(resources.resolve("io/sendfile/glassfish/admin").resolve(name), text);
  }

  private void source(JavaSource source) throws IOException {
    write(sources.resolve(source.type().replace('.', '/') + ".java"), source.text());
  }

  /** Leaves a file alone that says so already, or its module would be compiled anew. */
  private static void write(Path file, String text) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
  }
}
