package io.sendfile.glassfish.it.references;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;

/**
 * An entry of a class's constant pool: another class, or a method or field of it. Names are those
 * of class files.
 *
 * @param from the referring class
 * @param member name and descriptor; empty for the class itself
 */
record Reference(String from, String owner, String member) {
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int INTERFACE_METHOD = 11;

  /** References of a class, without arrays and the JDK. */
  static List<Reference> of(byte[] classFile) {
    ClassReader pool = new ClassReader(classFile);
    char[] buffer = new char[pool.getMaxStringLength()];
    List<Reference> references = new ArrayList<>();
    for (int i = 1; i < pool.getItemCount(); i++) {
      int item = pool.getItem(i);
      int tag = item == 0 ? 0 : pool.readByte(item - 1);
      if (tag == CLASS) {
        add(references, pool.getClassName(), pool.readUTF8(item, buffer), "");
      } else if (tag >= FIELD && tag <= INTERFACE_METHOD) {
        int member = pool.getItem(pool.readUnsignedShort(item + 2));
        String signature = pool.readUTF8(member, buffer) + pool.readUTF8(member + 2, buffer);
        add(references, pool.getClassName(), pool.readClass(item, buffer), signature);
      }
    }
    return references;
  }

  private static void add(List<Reference> references, String from, String owner, String member) {
    String name = owner.replaceFirst("^\\[+L(.*);$", "$1");
    if (!name.startsWith("[") && !name.startsWith("java/")) {
      references.add(new Reference(from, name, name.equals(owner) ? member : ""));
    }
  }
}
