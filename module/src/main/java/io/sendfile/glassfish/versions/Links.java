package io.sendfile.glassfish.versions;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Reader of the references in a class file, which are all in its constant pool. */
final class Links {
  private static final int MAGIC_AND_VERSION = 8;

  /** The bytes after the tag of the other kinds of constants, by tag. */
  private static final int[] REST = {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};

  private final List<Link> found = new ArrayList<>();
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
  static List<Link> of(InputStream classFile) throws IOException {
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
        case 9, 10, 11, 12 -> pairs[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
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
        add(new Link(type.apply(i), null, ""));
      } else if (tags[i] >= 9 && tags[i] <= 11) {
        int[] member = pairs[pairs[i][1]];
        add(new Link(type.apply(pairs[i][0]), texts[member[0]], texts[member[1]]));
      }
    }
  }

  /** Arrays are of the platform. */
  private void add(Link link) {
    if (!link.owner().startsWith("[")) {
      found.add(link);
    }
  }
}
