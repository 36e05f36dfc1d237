package io.sendfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.FileHandler;
import io.sendfile.grizzly.Sendfile;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs on Grizzly meet the types of the core that its pages call API, and no others. */
class ApiTest {
  private static final List<Path> PAGES =
      List.of(Path.of("../docs/grizzly.md"), Path.of("../core/src/main/javadoc/overview.html"));

  @Test
  void typesOfTheCoreThatProgramsMeetAreCalledApi() throws IOException {
    Set<String> met = new TreeSet<>();
    for (Class<?> type : List.of(Sendfile.class, Sendfile.Builder.class, FileHandler.class)) {
      Stream.<Executable>concat(
              Arrays.stream(type.getDeclaredMethods()).filter(method -> !method.isSynthetic()),
              Arrays.stream(type.getDeclaredConstructors()))
          .filter(each -> (each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0)
          .flatMap(ApiTest::types)
          .map(Type::getTypeName)
          .filter(name -> name.startsWith("io.sendfile.core"))
          .map(name -> name.substring(name.lastIndexOf('.') + 1))
          .forEach(met::add);
    }
    assertThat(met).isNotEmpty();
    for (Path page : PAGES) {
      assertThat(Files.readString(page)).contains(met);
    }
  }

  private static Stream<Type> types(Executable each) {
    Stream<Type> taken = Arrays.stream(each.getGenericParameterTypes());
    return each instanceof Method method
        ? Stream.concat(taken, Stream.of(method.getGenericReturnType())).flatMap(ApiTest::within)
        : taken.flatMap(ApiTest::within);
  }

  private static Stream<Type> within(Type type) {
    return type instanceof ParameterizedType of
        ? Stream.concat(
            Stream.of(of.getRawType()),
            Arrays.stream(of.getActualTypeArguments()).flatMap(ApiTest::within))
        : Stream.of(type);
  }
}
