package io.sendfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.DrainState;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.glassfish.monitoring.OpenMetrics;
import io.sendfile.glassfish.plugins.DownloadResultSender;
import io.sendfile.glassfish.plugins.ListenerPlugIns;
import io.sendfile.glassfish.webcontainer.ApplicationResults;
import io.sendfile.grizzly.jmx.FigureBean;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.operations.sender.ResultSender;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.glassfish.api.Param;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.gmbal.ManagedAttribute;
import org.junit.jupiter.api.Test;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.Configured;
import org.jvnet.hk2.config.Element;

/**
 * Names that applications, scripts and administrators rely on, as {@code outside-names.txt} lists
 * them. A change of one of them fails here; the actual list is written to {@code
 * target/outside-names.txt}.
 */
class OutsideNamesTest {
  private static final Set<String> OF_EACH_OBJECT = Set.of("equals", "hashCode", "toString");

  private static final Set<String> CONTRACTS =
      Set.of("io.sendfile.spi", "io.sendfile.glassfish.command");

  private static final DrainState READY = new DrainState(DrainPhase.READY, 0, Duration.ZERO, 0);

  private final List<String> names = new ArrayList<>();

  @Test
  void staysAsItWas() throws Exception {
    List<Class<?>> types = types();
    configuration(types);
    commands(types);
    beans(types);
    figureBeans();
    monitoredAttributes(types);
    metrics();
    codes(types);
    plugInInterfaces(types);
    names.replaceAll(String::stripTrailing);
    Files.write(Path.of("target", "outside-names.txt"), names);

    assertThat(names).containsExactlyElementsOf(expected());
  }

  private static List<String> expected() throws IOException {
    try (InputStream in = OutsideNamesTest.class.getResourceAsStream("outside-names.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }

  /** All types of the modules, without running their initialisers, in the order of their names. */
  private static List<Class<?>> types() {
    return new ClassFileImporter()
            .withImportOption(new ArchitectureTest.MainClasses())
            .importPackages(ArchitectureTest.ROOT)
            .stream()
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .<Class<?>>map(JavaClass::reflect)
            .sorted(Comparator.comparing(Class::getSimpleName))
            .toList();
  }

  private void configuration(List<Class<?>> types) {
    for (Class<?> bean : types) {
      if (bean.isAnnotationPresent(Configured.class)) {
        names.add("domain.xml " + bean.getSimpleName());
        List<Method> methods =
            Arrays.stream(bean.getMethods()).sorted(Comparator.comparing(Method::getName)).toList();
        for (Method method : methods) {
          Attribute attribute = method.getAnnotation(Attribute.class);
          if (attribute != null) {
            names.add(
                "  @%s%s = %s"
                    .formatted(
                        method.getName().substring(3),
                        attribute.key() ? " (key)" : "",
                        attribute.defaultValue().replace("\0", "none")));
          }
          if (method.isAnnotationPresent(Element.class)) {
            names.add("  <" + method.getName().substring(3) + ">");
          }
        }
      }
    }
  }

  private void commands(List<Class<?>> types) {
    for (Class<?> command : types) {
      RestEndpoints endpoints = command.getAnnotation(RestEndpoints.class);
      if (endpoints != null) {
        names.add("asadmin " + command.getAnnotation(Service.class).name());
        parameters(command).forEach(names::add);
        for (RestEndpoint endpoint : endpoints.value()) {
          names.add(
              "  REST %s %s/%s"
                  .formatted(
                      endpoint.opType(), endpoint.configBean().getSimpleName(), endpoint.path()));
        }
      }
    }
  }

  private static List<String> parameters(Class<?> command) {
    return Stream.<Class<?>>iterate(command, type -> type != Object.class, Class::getSuperclass)
        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
        .filter(field -> field.isAnnotationPresent(Param.class))
        .map(OutsideNamesTest::parameter)
        .sorted()
        .toList();
  }

  private static String parameter(Field field) {
    Param param = field.getAnnotation(Param.class);
    return "  %s%s%s%s %s = %s"
        .formatted(
            param.primary() ? "" : "--",
            param.name(),
            param.optional() ? "" : " (required)",
            param.multiple() ? " (several)" : "",
            field.getType().getSimpleName(),
            param.defaultValue());
  }

  private void beans(List<Class<?>> types) throws Exception {
    for (Class<?> bean : types) {
      if (bean.isInterface() && bean.getSimpleName().endsWith("MXBean")) {
        names.add("JMX " + bean.getSimpleName());
        names.addAll(ManagedNames.of(bean));
      }
    }
  }

  /** Beans without an interface; their names are read, not their figures. */
  @SuppressWarnings("NullAway")
  private void figureBeans() {
    Losses losses = new Losses("", Severity.ERROR, "", Logger.getAnonymousLogger(), () -> 0);
    Map<String, FigureBean> beans = new TreeMap<>();
    beans.put("ApplicationListeners", new ApplicationResults.ResultCounts(losses).bean());
    beans.put("BufferPolicy", ServerBeans.ofBuffers(null));
    beans.put("PlugIn", ListenerPlugIns.bean(null));
    beans.put("ResultSender", DownloadResultSender.bean(null));
    beans.forEach(
        (name, bean) -> {
          names.add("JMX " + name);
          names.addAll(ManagedNames.of(bean.getMBeanInfo()));
        });
  }

  private void monitoredAttributes(List<Class<?>> types) {
    for (Class<?> type : types) {
      for (Method method : sorted(type.getDeclaredMethods())) {
        ManagedAttribute attribute = method.getAnnotation(ManagedAttribute.class);
        if (attribute != null) {
          names.add("get -m " + attribute.id() + " " + method.getReturnType().getSimpleName());
        }
      }
    }
  }

  private void metrics() {
    Statistics stats = new Statistics(() -> Instant.ofEpochSecond(1));
    StatsRecorder root = stats.listener("clear").root("media");
    root.add(Figure.STARTED, 1);
    root.sent(5, 4);
    for (Outcome outcome : Outcome.values()) {
      root.firstByte(1);
      root.finished(outcome, 9, 1);
    }
    root.refused("overloaded");
    root.status(200);
    root.plugInFailed("p");
    new String(
            OpenMetrics.text(
                new OpenMetrics.PublishedFacts(
                    stats,
                    Map.of("p", true),
                    List.of(),
                    List.of(),
                    READY,
                    List.of(),
                    Map.of("results", 0L),
                    new ResultSender.Figures(0, 0, 0, 0, 0, 0)),
                OpenMetrics.Format.OPEN_METRICS),
            StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.contains("_created") && !line.contains("le=\""))
        .map(line -> "OpenMetrics " + line)
        .forEach(names::add);
  }

  /** Labels of outcomes, codes of refusals, hand-off headers: constants that others read. */
  private void codes(List<Class<?>> types) throws ReflectiveOperationException {
    for (Class<?> type : types) {
      if (List.of("Outcome", "RefusalReason").contains(type.getSimpleName())) {
        Method text = type.getMethod(type.getSimpleName().equals("Outcome") ? "label" : "code");
        for (Object constant : type.getEnumConstants()) {
          names.add(type.getSimpleName() + " " + text.invoke(constant));
        }
      }
      if (type.getSimpleName().equals("HandOffHeader")) {
        Method field = type.getMethod("field");
        for (Object header : type.getEnumConstants()) {
          names.add("HandOffHeaders " + field.invoke(header));
        }
      }
      if (type.getSimpleName().equals("FileAttributes")) {
        for (Field field : type.getFields()) {
          if (field.getType() == String.class) {
            names.add(type.getSimpleName() + " " + field.get(null));
          }
        }
      }
    }
  }

  private void plugInInterfaces(List<Class<?>> types) {
    for (Class<?> type : types) {
      if (CONTRACTS.contains(type.getPackageName()) && Modifier.isPublic(type.getModifiers())) {
        names.add("plug-ins " + type.getName());
        for (Method method : sorted(type.getDeclaredMethods())) {
          if ((method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
              && !method.isSynthetic()
              && !OF_EACH_OBJECT.contains(method.getName())) {
            names.add("  " + method.toGenericString());
          }
        }
      }
    }
  }

  private static List<Method> sorted(Method[] methods) {
    return Arrays.stream(methods).sorted(Comparator.comparing(Method::toString)).toList();
  }
}
