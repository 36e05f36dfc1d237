package io.sendfile.glassfish.versions;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A reference of compiled code to a class, or to one of its members.
 *
 * @param owner binary name of the class
 * @param name of the member; null for the class itself
 * @param descriptor of the member, as in class files
 */
record Link(String owner, @Nullable String name, String descriptor) {
  private static final String CONSTRUCTOR = "<init>";

  /** Whether the reference can be resolved; members that only subclasses may use count. */
  boolean resolves(ClassLoader loader) {
    try {
      Class<?> type = Class.forName(owner, false, loader);
      String member = name;
      if (member == null) {
        return true;
      }
      return descriptor.startsWith("(")
          ? hasMethod(type, member, MethodType.fromMethodDescriptorString(descriptor, loader))
          : hasField(type, member, fieldType(loader));
    } catch (ClassNotFoundException | TypeNotPresentException | LinkageError e) {
      return false;
    }
  }

  private Class<?> fieldType(ClassLoader loader) {
    return MethodType.fromMethodDescriptorString("()" + descriptor, loader).returnType();
  }

  private static boolean hasMethod(Class<?> type, String name, MethodType signature) {
    Lookup lookup = MethodHandles.publicLookup();
    return name.equals(CONSTRUCTOR)
        ? exists(() -> lookup.findConstructor(type, signature))
        : exists(() -> lookup.findVirtual(type, name, signature))
            || exists(() -> lookup.findStatic(type, name, signature));
  }

  private static boolean hasField(Class<?> owner, String name, Class<?> type) {
    Lookup lookup = MethodHandles.publicLookup();
    return exists(() -> lookup.findGetter(owner, name, type))
        || exists(() -> lookup.findStaticGetter(owner, name, type));
  }

  private static boolean exists(Callable<MethodHandle> search) {
    try {
      search.call();
      return true;
    } catch (IllegalAccessException e) {
      // Of the other kind, static or not, or not for everybody.
      return true;
    } catch (Exception e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return name == null ? owner : owner + "." + name + descriptor;
  }
}
