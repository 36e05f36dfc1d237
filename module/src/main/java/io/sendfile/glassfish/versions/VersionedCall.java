package io.sendfile.glassfish.versions;

import com.sun.enterprise.config.serverbeans.Server;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import javax.security.auth.Subject;
import org.glassfish.api.ActionReport;
import org.glassfish.api.admin.CommandRunner;
import org.glassfish.api.admin.ParameterMap;
import org.jspecify.annotations.Nullable;

/**
 * Methods of GlassFish whose type differs between its versions, so that a compiled call fits some
 * of them only. Each is found once, by name and parameters. All other references of the bundles are
 * the same everywhere; a test checks both against the jars of each server. Thread-safe.
 */
public enum VersionedCall {
  /** An {@code int} in GlassFish 7 and 8, an {@code Integer} in 9. */
  ADMIN_PORT(Server.class, "getAdminPort"),

  /** Its result is a type within {@code CommandRunner} in GlassFish 7, one of its own in 8. */
  INVOCATION(
      CommandRunner.class, "getCommandInvocation", String.class, ActionReport.class, Subject.class),

  /** Of the result of {@link #INVOCATION}. */
  PARAMETERS(INVOCATION.handle.type().returnType(), "parameters", ParameterMap.class),

  /** Of the result of {@link #INVOCATION}. */
  EXECUTE(INVOCATION.handle.type().returnType(), "execute");

  private final Class<?> owner;
  private final String method;
  private final List<Class<?>> parameters;
  private final MethodHandle handle;

  VersionedCall(Class<?> owner, String method, Class<?>... parameters) {
    this.owner = owner;
    this.method = method;
    this.parameters = List.of(parameters);
    try {
      handle = MethodHandles.publicLookup().unreflect(owner.getMethod(method, parameters));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This GlassFish has no " + owner.getName() + "." + method, e);
    }
  }

  /** The type that has the method, in this version. */
  public Class<?> owner() {
    return owner;
  }

  /** The name of the method. */
  public String method() {
    return method;
  }

  /** The types of its parameters. */
  public List<Class<?>> parameters() {
    return parameters;
  }

  /**
   * Calls the method.
   *
   * @return its result, null if it has none
   * @throws IllegalStateException for a checked exception of the method
   */
  public @Nullable Object on(Object receiver, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of(receiver));
    all.addAll(List.of(arguments));
    try {
      return handle.invokeWithArguments(all);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(method + " failed", e);
    }
  }
}
