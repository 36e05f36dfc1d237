package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Reads a heap dump (HPROF 1.0.2 with ids of eight bytes) once, and builds its index. */
final class HeapReader {
  private static final int STRING = 0x01;
  private static final int LOAD_CLASS = 0x02;
  private static final int SEGMENT = 0x1C;
  private static final int THREAD_ROOT = 0x08;
  static final int CLASS = 0x20;
  static final int INSTANCE = 0x21;
  static final int OBJECTS = 0x22;
  private static final int PRIMITIVES = 0x23;
  static final int REFERENCE = 2;

  final Map<Long, Type> types = new HashMap<>();
  final Map<Long, String> typeNames = new HashMap<>();
  final List<Root> roots = new ArrayList<>();

  /** Thread objects by the numbers in roots. */
  final Map<Integer, Long> threads = new HashMap<>();

  /** Ids of objects and their positions in the file, in the file's order. */
  long[] ids = new long[1 << 20];

  int[] places = new int[1 << 20];
  private final ByteBuffer file;
  private final Map<Long, String> strings = new HashMap<>();
  private int objects;

  record Field(String name, int kind) {}

  /** A class with its own fields only. */
  record Type(long above, long loader, List<Field> fields, long[] refersTo) {}

  /**
   * A garbage-collection root.
   *
   * @param thread the number of its thread, or 0
   */
  record Root(long object, int thread) {}

  HeapReader(ByteBuffer file) {
    this.file = file;
  }

  /** Reads the dump from start to end. */
  void all() throws IOException {
    while (file.get() != 0) {
      // The name of the format.
    }
    if (file.getInt() != Long.BYTES) {
      throw new IOException("ids are not of eight bytes");
    }
    file.getLong();
    try {
      while (file.hasRemaining()) {
        int tag = file.get();
        file.getInt();
        int end = file.getInt() + file.position();
        switch (tag) {
          case STRING -> strings.put(file.getLong(), text(end - file.position()));
          case LOAD_CLASS -> {
            file.getInt();
            long id = file.getLong();
            file.getInt();
            typeNames.put(id, strings.get(file.getLong()).replace('/', '.'));
          }
          case SEGMENT -> {
            while (file.position() < end) {
              readPart();
            }
          }
          default -> {}
        }
        file.position(end);
      }
    } catch (BufferUnderflowException e) {
      throw new IOException("the dump ends early", e);
    }
  }

  private String text(int length) {
    byte[] bytes = new byte[length];
    file.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void readPart() throws IOException {
    int place = file.position();
    int tag = file.get() & 0xff;
    long id = file.getLong();
    switch (tag) {
      case 0xFF, 0x05, 0x07 -> roots.add(new Root(id, 0));
      case 0x01 -> {
        file.getLong();
        roots.add(new Root(id, 0));
      }
      case 0x02, 0x03 -> {
        roots.add(new Root(id, file.getInt()));
        file.getInt();
      }
      case 0x04, 0x06 -> roots.add(new Root(id, file.getInt()));
      case THREAD_ROOT -> {
        int serial = file.getInt();
        file.getInt();
        threads.put(serial, id);
        roots.add(new Root(id, serial));
      }
      case CLASS -> {
        types.put(id, readType());
        add(id, place);
      }
      case INSTANCE -> {
        file.position(file.position() + 12);
        skip(file.getInt());
        add(id, place);
      }
      case OBJECTS -> {
        file.getInt();
        int count = file.getInt();
        skip(8 + 8 * count);
        add(id, place);
      }
      case PRIMITIVES -> {
        file.getInt();
        int count = file.getInt();
        skip(count * size(file.get()));
        add(id, place);
      }
      default -> throw new IOException("unknown part " + tag + " at " + place);
    }
  }

  private void skip(int bytes) {
    file.position(file.position() + bytes);
  }

  private Type readType() {
    file.getInt();
    long above = file.getLong();
    long loader = file.getLong();
    LongStream.Builder refersTo = LongStream.builder().add(above).add(loader);
    refersTo.add(file.getLong()).add(file.getLong());
    skip(8 + 8 + 4);
    for (int left = file.getShort(); left > 0; left--) {
      file.getShort();
      readValue(file.get(), refersTo);
    }
    for (int left = file.getShort(); left > 0; left--) {
      file.getLong();
      readValue(file.get(), refersTo);
    }
    List<Field> fields = new ArrayList<>();
    for (int left = file.getShort(); left > 0; left--) {
      fields.add(new Field(strings.get(file.getLong()), file.get()));
    }
    return new Type(above, loader, fields, refersTo.build().filter(id -> id != 0).toArray());
  }

  private void readValue(int kind, LongConsumer refersTo) {
    if (kind == REFERENCE) {
      refersTo.accept(file.getLong());
    } else {
      skip(size(kind));
    }
  }

  static int size(int kind) {
    return switch (kind) {
      case 4, 8 -> 1;
      case 5, 9 -> 2;
      case 6, 10 -> 4;
      case REFERENCE, 7, 11 -> 8;
      default -> throw new IllegalArgumentException("unknown kind of value " + kind);
    };
  }

  private void add(long id, int place) {
    if (objects == ids.length) {
      ids = Arrays.copyOf(ids, 2 * objects);
      places = Arrays.copyOf(places, 2 * objects);
    }
    ids[objects] = id;
    places[objects++] = place;
  }

  /** Indexes of objects in the order of their ids. */
  int[] order() {
    return IntStream.range(0, objects)
        .boxed()
        .sorted((one, two) -> Long.compare(ids[one], ids[two]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
