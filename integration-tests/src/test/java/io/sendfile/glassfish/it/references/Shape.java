package io.sendfile.glassfish.it.references;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The members of a class that others may refer to.
 *
 * @param parents its superclass and interfaces
 * @param members names and descriptors of its methods and fields
 */
record Shape(List<String> parents, Set<String> members) {
  /**
   * Reads a class.
   *
   * @param hidden whether to include members that no other package may use
   */
  static Shape of(byte[] classFile, boolean hidden) {
    ClassReader reader = new ClassReader(classFile);
    List<String> parents = new ArrayList<>(List.of(reader.getInterfaces()));
    if (reader.getSuperName() != null) {
      parents.add(reader.getSuperName());
    }
    Set<String> members = new HashSet<>();
    int skipped = ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
    reader.accept(new Collector(hidden, members), skipped);
    return new Shape(parents, members);
  }

  private static final class Collector extends ClassVisitor {
    private final boolean hidden;
    private final Set<String> members;

    Collector(boolean hidden, Set<String> members) {
      super(Opcodes.ASM9);
      this.hidden = hidden;
      this.members = members;
    }

    private void add(int access, String member) {
      if (hidden || (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0) {
        members.add(member);
      }
    }

    @Override
    @SuppressWarnings("NullAway")
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      add(access, name + descriptor);
      return null;
    }

    @Override
    @SuppressWarnings("NullAway")
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      add(access, name + descriptor);
      return null;
    }
  }
}
