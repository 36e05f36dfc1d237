package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sendfile.glassfish.webcontainer.CatalinaStaticFiles.BareContext;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestListener;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.catalina.Realm;
import org.apache.catalina.Valve;
import org.apache.catalina.authenticator.BasicAuthenticator;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardEngine;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.core.StandardWrapper;
import org.apache.catalina.deploy.FilterDef;
import org.apache.catalina.deploy.FilterMap;
import org.apache.catalina.deploy.SecurityConstraint;
import org.apache.catalina.valves.RemoteAddrValve;
import org.glassfish.web.valve.GlassFishValve;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts of GlassFish's own web container, around a file that could be sent past them. */
class BareContextTest {
  private final StandardEngine engine = new StandardEngine();
  private final StandardHost host = new StandardHost();
  private final Application context = new Application();
  private final StandardWrapper wrapper = new StandardWrapper();

  /** An application with its files in a folder, without a container that would start it. */
  private static final class Application extends StandardContext {
    private static final long serialVersionUID = 1L;

    private final transient List<EventListener> listeners = new ArrayList<>();
    private boolean paused;
    private boolean adHocPaths;
    private boolean folder = true;

    @Override
    public boolean isFilesystemBased() {
      return folder;
    }

    @Override
    public boolean hasAdHocPaths() {
      return adHocPaths;
    }

    @Override
    public boolean getPaused() {
      return paused;
    }

    @Override
    public List<EventListener> getApplicationEventListeners() {
      return listeners;
    }
  }

  @BeforeEach
  void assemble() {
    host.setParent(engine);
    context.setParent(host);
    context.setAvailable(true);
    wrapper.setParent(context);
  }

  private @Nullable String obstacle() {
    return BareContext.obstacle(context, wrapper);
  }

  @Test
  void filesOfAnApplicationWithoutOtherPartsTakeTheShortWay() {
    assertThat(obstacle()).isNull();
    context.listeners.add(new EventListener() {});
    assertThat(obstacle()).as("a listener of something else").isNull();
    context.addValve((GlassFishValve) new BasicAuthenticator());
    assertThat(obstacle()).as("each application has one").isNull();
    context.setRealm(made(Realm.class, null));
    assertThat(obstacle()).as("a realm that asks for nothing").isNull();
  }

  static Stream<Arguments> parts() {
    return Stream.of(
        part("stopped", "not at work", it -> it.context.setAvailable(false)),
        part("paused", "not at work", it -> it.context.paused = true),
        part("servlet not there", "not at work", it -> it.wrapper.setAvailable(Long.MAX_VALUE)),
        part("filter", "filters", it -> addFilter(it.context)),
        part(
            "request listener",
            "listeners of requests",
            it -> it.context.listeners.add(new ServletRequestListener() {})),
        part(
            "listener of request attributes",
            "listeners of requests",
            it -> it.context.listeners.add(new ServletRequestAttributeListener() {})),
        part("ad-hoc path", "ad-hoc paths", it -> it.context.adHocPaths = true),
        part("archive", "not in a folder", it -> it.context.folder = false),
        part("symbolic links", "allowLinking", it -> it.context.setAllowLinking(true)),
        part(
            "valve of the application",
            "the application has valves",
            it -> it.context.addValve(addresses())),
        part(
            "valve beside the authenticator",
            "the application has valves",
            it -> {
              it.context.addValve((GlassFishValve) new BasicAuthenticator());
              it.context.addValve(addresses());
            }),
        part(
            "valve of the virtual server",
            "the virtual server has valves",
            it -> it.host.addValve(addresses())),
        part(
            "valve of the engine",
            "the virtual server has valves",
            it -> it.engine.addValve(addresses())),
        part(
            "valve in Tomcat's form",
            "the application has valves",
            it -> it.context.addValve(made(Valve.class, null))),
        part(
            "constraint",
            "a security policy",
            it -> it.context.addConstraint(new SecurityConstraint())),
        part(
            "policy for each request",
            "a security policy",
            it -> it.context.setRealm(made(Realm.class, new SecurityConstraint[0]))));
  }

  private static Arguments part(String name, String told, Consumer<BareContextTest> added) {
    return arguments(named(name, added), told);
  }

  /** One that refuses some clients, for instance. */
  private static GlassFishValve addresses() {
    return new RemoteAddrValve();
  }

  /** A part of another vendor, whose methods all return the same. */
  private static <T> T made(Class<T> type, @Nullable Object result) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                method.getReturnType().isInstance(result) ? result : null));
  }

  private static void addFilter(StandardContext context) {
    FilterDef filter = new FilterDef();
    filter.setFilterName("audit");
    context.addFilterDef(filter);
    FilterMap map = new FilterMap();
    map.setFilterName("audit");
    map.setURLPattern("/*");
    context.addFilterMap(map);
  }

  @ParameterizedTest
  @MethodSource("parts")
  void partThatSeesOrJudgesRequestsKeepsTheFiles(Consumer<BareContextTest> added, String told) {
    added.accept(this);
    assertThat(obstacle()).contains(told);
  }

  @Test
  void requestWithTheCookieOfASessionPassesTheContainer() {
    assertThat(BareContext.mayHaveSession(context, List.of("a=b", "c=d; JSESSIONID=1"))).isTrue();
    assertThat(BareContext.mayHaveSession(context, List.of("a=b"))).isFalse();
    assertThat(BareContext.mayHaveSession(context, List.of())).isFalse();
  }
}
