package io.sendfile.glassfish.it.references;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.versions.VersionedCall;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.glassfish.embeddable.GlassFish;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Type;

/**
 * Each class, method and field that the bundles refer to exists, with that exact type, in the
 * server; a missing one would break the first command or request that needs it.
 */
@Smoke
@InContainer
class ReferencesIT {
  /** The server of this run; the embedded one also as it will be. */
  static List<Path> servers() throws Exception {
    if (!Settings.embedded()) {
      return List.of(Settings.glassfishHome().resolve("glassfish/modules"));
    }
    Path embedded =
        Path.of(GlassFish.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return List.of(embedded, Path.of(System.getProperty("references.next")));
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theServerHasAll(Path server) throws IOException {
    try (Classes classes = new Classes()) {
      addAll("references.module", classes);
      // Embedded GlassFish has no console.
      if (!Settings.embedded()) {
        addAll("references.console", classes);
      }
      List<Reference> references = classes.references();
      classes.add(server);

      assertThat(references).hasSizeGreaterThan(1000);
      assertThat(references)
          .filteredOn(
              reference ->
                  reference.member().isEmpty()
                      ? !classes.has(reference.owner())
                      : !classes.has(reference.owner(), reference.member()))
          .isEmpty();
    }
  }

  private static void addAll(String property, Classes classes) throws IOException {
    for (String jar : System.getProperty(property).split(File.pathSeparator)) {
      classes.add(Path.of(jar));
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theServerHasWhatIsFoundByNameOnly(Path server) throws IOException {
    try (Classes classes = new Classes()) {
      classes.add(server);
      String invocation = invocation(classes);
      for (VersionedCall call : VersionedCall.values()) {
        boolean ofInvocation = call == VersionedCall.PARAMETERS || call == VersionedCall.EXECUTE;
        String owner = ofInvocation ? invocation : Type.getInternalName(call.owner());
        assertThat(member(classes, owner, call)).as(owner + " " + call).isPresent();
      }
    }
  }

  private static String invocation(Classes classes) {
    VersionedCall call = VersionedCall.INVOCATION;
    String owner = Type.getInternalName(call.owner());
    String member = member(classes, owner, call).orElseThrow();
    return Type.getReturnType(member.substring(member.indexOf('('))).getInternalName();
  }

  private static Optional<String> member(Classes classes, String owner, VersionedCall call) {
    String parameters =
        call.parameters().stream()
            .map(Type::getDescriptor)
            .collect(Collectors.joining("", "(", ")"));
    return call.names().stream()
        .flatMap(name -> classes.member(owner, name + parameters).stream())
        .findFirst();
  }
}
