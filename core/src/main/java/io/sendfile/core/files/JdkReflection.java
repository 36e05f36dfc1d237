package io.sendfile.core.files;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Reflective access to types that a module compiled for Java 17 cannot name: java.lang.foreign of
 * Java 22, and internal classes.
 */
final class JdkReflection {
  private static final int SINCE = 22;

  private JdkReflection() {}

  /** Whether this JVM has java.lang.foreign. */
  static boolean hasForeign() {
    return Runtime.version().feature() >= SINCE;
  }

  /**
   * Whether this module may call native code without a warning of the JVM.
   *
   * @throws ReflectiveOperationException before Java 22
   */
  static boolean isNativeCodeAllowed() throws ReflectiveOperationException {
    Method allowed = Module.class.getMethod("isNativeAccessEnabled");
    return Boolean.TRUE.equals(allowed.invoke(JdkReflection.class.getModule()));
  }

  /** An internal class, loaded by the JDK itself: a bundle has no import of its package. */
  static Class<?> internal(String name) throws ClassNotFoundException {
    return Class.forName(name, false, Object.class.getClassLoader());
  }

  /** A member of such a class, made accessible. */
  static <T extends AccessibleObject> T opened(T member) {
    member.setAccessible(true);
    return member;
  }

  /** Reads a field of such a class. */
  static MethodHandle getter(Class<?> of, String field) throws ReflectiveOperationException {
    return MethodHandles.lookup().unreflectGetter(opened(of.getDeclaredField(field)));
  }

  /** Calls a method of such a class. */
  static MethodHandle method(Class<?> of, String name, Class<?>... parameters)
      throws ReflectiveOperationException {
    return MethodHandles.lookup().unreflect(opened(of.getDeclaredMethod(name, parameters)));
  }

  /** A type of java.lang.foreign. */
  static Class<?> foreign(String name) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + name);
  }

  /** A layout of {@code ValueLayout}, such as {@code JAVA_INT}. */
  static Object layout(String name) throws ReflectiveOperationException {
    return foreign("ValueLayout").getField(name).get(null);
  }

  /** An array of a type of that package. */
  static Object array(String type, Object... elements) throws ClassNotFoundException {
    Object array = Array.newInstance(foreign(type), elements.length);
    System.arraycopy(elements, 0, array, 0, elements.length);
    return array;
  }

  /** A handle of a public method, in which types of that package are objects. */
  static MethodHandle handle(Class<?> owner, String name, Class<?>... parameters)
      throws ReflectiveOperationException {
    MethodHandle handle = MethodHandles.lookup().unreflect(owner.getMethod(name, parameters));
    MethodType erased = handle.type();
    for (int i = 0; i < erased.parameterCount(); i++) {
      erased = erased.changeParameterType(i, erased(erased.parameterType(i)));
    }
    return handle.asType(erased.changeReturnType(erased(erased.returnType())));
  }

  private static Class<?> erased(Class<?> type) {
    return type.getPackageName().equals("java.lang.foreign") ? Object.class : type;
  }

  /** Calls the public method of that name that accepts the arguments. */
  static Object call(String owner, @Nullable Object on, String name, Object... arguments)
      throws ReflectiveOperationException {
    for (Method method : foreign(owner).getMethods()) {
      if (method.getName().equals(name) && accepts(method, arguments)) {
        return method.invoke(on, arguments);
      }
    }
    throw new NoSuchMethodException(owner + "." + name);
  }

  private static boolean accepts(Method method, Object... arguments) {
    MethodType types = MethodType.methodType(void.class, method.getParameterTypes()).wrap();
    boolean accepts = types.parameterCount() == arguments.length;
    for (int i = 0; accepts && i < arguments.length; i++) {
      accepts = types.parameterType(i).isInstance(arguments[i]);
    }
    return accepts;
  }
}
