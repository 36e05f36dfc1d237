package io.sendfile.glassfish.versions;

import com.sun.enterprise.config.serverbeans.Server;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.security.auth.Subject;
import org.apache.catalina.connector.Request;
import org.apache.catalina.core.StandardContext;
import org.glassfish.api.ActionReport;
import org.glassfish.api.admin.CommandRunner;
import org.glassfish.api.admin.ParameterMap;
import org.jspecify.annotations.Nullable;

/**
 * Methods whose name or type differs between versions of GlassFish and Payara, so that a compiled
 * call fits some of them only. Each is found once, by its names and parameters. All other
 * references of the bundles are the same everywhere; a test checks both against the jars of each
 * server. Thread-safe.
 */
public enum VersionedCall {
  /** An {@code int} in GlassFish 7 and 8, an {@code Integer} in 9. */
  ADMIN_PORT(Server.class, names("getAdminPort")),

  /** Its result is a type within {@code CommandRunner} in GlassFish 7, one of its own in 8. */
  INVOCATION(
      CommandRunner.class,
      names("getCommandInvocation"),
      String.class,
      ActionReport.class,
      Subject.class),

  /** Of the result of {@link #INVOCATION}. */
  PARAMETERS(INVOCATION.result(), names("parameters"), ParameterMap.class),

  /** Of the result of {@link #INVOCATION}. */
  EXECUTE(INVOCATION.result(), names("execute")),

  /** The name of GlassFish, and that of Payara. */
  GRIZZLY_REQUEST(Request.class, names("getGrizzlyRequest", "getCoyoteRequest")),

  /** A {@code List} in GlassFish, an {@code ArrayList} in Payara. */
  ALTERNATE_DOC_BASES(StandardContext.class, names("getAlternateDocBases"));

  private final Class<?> owner;
  private final List<String> names;
  private final List<Class<?>> parameters;
  private final @Nullable MethodHandle handle;

  VersionedCall(Class<?> owner, List<String> names, Class<?>... parameters) {
    this.owner = owner;
    this.names = names;
    this.parameters = List.of(parameters);
    handle = find(owner, names, parameters);
  }

  private static List<String> names(String... names) {
    return List.of(names);
  }

  private static @Nullable MethodHandle find(
      Class<?> owner, List<String> names, Class<?>... parameters) {
    for (Method method : owner.getMethods()) {
      if (!method.isBridge()
          && names.contains(method.getName())
          && Arrays.equals(method.getParameterTypes(), parameters)) {
        try {
          return MethodHandles.publicLookup().unreflect(method);
        } catch (IllegalAccessException e) {
          // Public in a type that is not: as good as missing.
          return null;
        }
      }
    }
    return null;
  }

  /** The type that has the method, in this version. */
  public Class<?> owner() {
    return owner;
  }

  /** The names of the method, of which a version has one. */
  public List<String> names() {
    return names;
  }

  /** The types of its parameters. */
  public List<Class<?>> parameters() {
    return parameters;
  }

  private Class<?> result() {
    return handle == null ? Object.class : handle.type().returnType();
  }

  /**
   * The method for frequent calls: kept in a static final field and called by {@code invokeExact},
   * it costs what a compiled call does.
   *
   * @param result the type that the caller casts to
   * @param types those of the receiver and the parameters, as the caller knows them
   * @throws UnsupportedOperationException if this server does not have the method
   */
  public MethodHandle as(Class<?> result, Class<?>... types) {
    return known().asType(MethodType.methodType(result, types));
  }

  private MethodHandle known() {
    MethodHandle known = handle;
    if (known == null) {
      throw new UnsupportedOperationException(
          "this server has no " + owner.getName() + "." + String.join(" or ", names));
    }
    return known;
  }

  /**
   * Calls the method.
   *
   * @return its result, null if it has none
   * @throws UnsupportedOperationException if this server does not have the method
   * @throws IllegalStateException for a checked exception of the method
   */
  public @Nullable Object on(Object receiver, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of(receiver));
    all.addAll(List.of(arguments));
    try {
      return known().invokeWithArguments(all);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(names.get(0) + " failed", e);
    }
  }
}
