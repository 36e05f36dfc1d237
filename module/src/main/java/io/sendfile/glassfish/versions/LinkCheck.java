package io.sendfile.glassfish.versions;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks before the first request whether a server has all classes and members that a part of the
 * module refers to: reads the class files of the part, and resolves their references. Takes some
 * tenths of a second; not used in known servers. Stateless.
 */
public final class LinkCheck {
  private static final String OURS = "io.sendfile.";

  private LinkCheck() {}

  /**
   * The references that the server cannot resolve, of these classes and of all classes of the
   * module that they refer to.
   *
   * @return in alphabetical order; empty if nothing is missing
   */
  public static Set<String> missing(Class<?>... roots) {
    Set<String> missing = new TreeSet<>();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    ClassLoader loader = roots[0].getClassLoader();
    for (Class<?> root : roots) {
      open.add(root.getName());
    }
    while (!open.isEmpty()) {
      String type = open.remove();
      if (!seen.add(type)) {
        continue;
      }
      for (Reference link : links(type, loader)) {
        if (link.owner().startsWith(OURS)) {
          open.add(link.owner());
        } else if (!link.owner().startsWith("java.") && seen.add(link.toString())) {
          if (!link.resolves(loader)) {
            missing.add(link.toString());
          }
        }
      }
    }
    return missing;
  }

  private static Iterable<Reference> links(String type, ClassLoader loader) {
    try (InputStream in = loader.getResourceAsStream(type.replace('.', '/') + ".class")) {
      return in == null ? Set.of(new Reference(type, null, "")) : Links.of(in);
    } catch (IOException e) {
      return Set.of(new Reference(type + " (" + e + ")", null, ""));
    }
  }

  /**
   * A reference of compiled code to a class, or to one of its members.
   *
   * @param owner binary name of the class
   * @param name of the member; null for the class itself
   * @param descriptor of the member, as in class files
   */
  record Reference(String owner, @Nullable String name, String descriptor) {
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

  /** Reader of the references in a class file, which are all in its constant pool. */
  private static final class Links {
    private static final int MAGIC_AND_VERSION = 8;

    /** The bytes after the tag of the other kinds of constants, by tag. */
    private static final int[] REST = {
      0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2
    };

    private final List<Reference> found = new ArrayList<>();
    private final String[] texts;
    private final int[][] pairs;
    private final int[] tags;

    private Links(int size) {
      texts = new String[size];
      pairs = new int[size][];
      tags = new int[size];
    }

    /**
     * The references to classes and members of others and of its own.
     *
     * @throws IOException if this is no class file
     */
    static List<Reference> of(InputStream classFile) throws IOException {
      DataInputStream in = new DataInputStream(classFile);
      in.skipNBytes(MAGIC_AND_VERSION);
      Links links = new Links(in.readUnsignedShort());
      links.read(in);
      links.resolve();
      return links.found;
    }

    private void read(DataInputStream in) throws IOException {
      for (int i = 1; i < tags.length; i++) {
        int tag = in.readUnsignedByte();
        tags[i] = tag;
        switch (tag) {
          case 1 -> texts[i] = in.readUTF();
          case 7 -> pairs[i] = new int[] {in.readUnsignedShort()};
          case 9, 10, 11, 12 ->
              pairs[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
          default -> in.skipNBytes(tag < REST.length ? REST[tag] : 0);
        }
        if (tag == 5 || tag == 6) {
          // A long or a double takes two places.
          i++;
        }
      }
    }

    private void resolve() {
      IntFunction<String> type = i -> texts[pairs[i][0]].replace('/', '.');
      for (int i = 1; i < tags.length; i++) {
        if (tags[i] == 7) {
          add(new Reference(type.apply(i), null, ""));
        } else if (tags[i] >= 9 && tags[i] <= 11) {
          int[] member = pairs[pairs[i][1]];
          add(new Reference(type.apply(pairs[i][0]), texts[member[0]], texts[member[1]]));
        }
      }
    }

    /** Arrays are of the platform. */
    private void add(Reference link) {
      if (!link.owner().startsWith("[")) {
        found.add(link);
      }
    }
  }
}
