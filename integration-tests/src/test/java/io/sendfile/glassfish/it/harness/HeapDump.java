package io.sendfile.glassfish.it.harness;

import io.sendfile.glassfish.it.harness.HeapReader.Type;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A heap dump below 2 GiB (HPROF 1.0.2 with ids of eight bytes), as a graph of strong references.
 * Objects are read from the file on each access.
 */
final class HeapDump {
  private final ByteBuffer file;
  private final Map<Long, Type> types;
  private final Map<Long, String> typeNames;
  private final List<HeapReader.Root> roots;
  private final Map<Integer, Long> threads;
  private final long[] ids;
  private final int[] places;

  HeapDump(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
    HeapReader read = new HeapReader(file);
    read.all();
    types = read.types;
    typeNames = read.typeNames;
    roots = read.roots;
    threads = read.threads;
    int[] order = read.order();
    ids = Arrays.stream(order).mapToLong(i -> read.ids[i]).toArray();
    places = Arrays.stream(order).map(i -> read.places[i]).toArray();
  }

  /** Number of objects. */
  int size() {
    return ids.length;
  }

  /** A number below {@link #size} for an object; negative if it is not in the dump. */
  int index(long object) {
    return Arrays.binarySearch(ids, object);
  }

  long object(int index) {
    return ids[index];
  }

  List<HeapReader.Root> roots() {
    return roots;
  }

  /** The thread of a root as {@link #index} has it. */
  int thread(HeapReader.Root root) {
    return index(threads.getOrDefault(root.thread(), 0L));
  }

  /** Class loader of a class; 0 for the JDK's own. */
  long loader(long type) {
    Type known = types.get(type);
    return known == null ? 0 : known.loader();
  }

  /** Class of an object; a class is its own; 0 for an array of numbers. */
  long type(int index) {
    int place = places[index];
    return switch (file.get(place) & 0xff) {
      case HeapReader.CLASS -> ids[index];
      case HeapReader.INSTANCE -> file.getLong(place + 13);
      case HeapReader.OBJECTS -> file.getLong(place + 17);
      default -> 0;
    };
  }

  /** Class name of an object, or of a class itself. */
  String typeName(int index) {
    return String.valueOf(typeNames.get(type(index)));
  }

  /** Description for people. */
  String describe(int index) {
    return (file.get(places[index]) == HeapReader.CLASS ? "class " : "") + typeName(index);
  }

  /** Text in a field; null for none. */
  @Nullable String text(int index, String name) {
    long[] found = new long[1];
    fields(index, (field, object) -> found[0] = field.equals(name) ? object : found[0]);
    int text = index(found[0]);
    if (text < 0 || !describe(text).equals("java.lang.String")) {
      return null;
    }
    long[] value = new long[1];
    fields(text, (field, object) -> value[0] = field.equals("value") ? object : value[0]);
    int place = places[index(value[0])];
    byte[] bytes = new byte[file.getInt(place + 13)];
    file.get(place + 18, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Strong references of an object, with nulls. */
  void references(int index, LongConsumer to) {
    int place = places[index];
    switch (file.get(place) & 0xff) {
      case HeapReader.CLASS -> Arrays.stream(types.get(ids[index]).refersTo()).forEach(to);
      case HeapReader.INSTANCE -> {
        to.accept(type(index));
        fields(index, (field, object) -> to.accept(field.equals("referent") ? 0 : object));
      }
      case HeapReader.OBJECTS -> {
        to.accept(type(index));
        for (int i = 0; i < file.getInt(place + 13); i++) {
          to.accept(file.getLong(place + 25 + 8 * i));
        }
      }
      default -> {}
    }
  }

  private void fields(int index, ObjLongConsumer<String> reference) {
    int at = places[index] + 25;
    for (Type type = types.get(type(index)); type != null; type = types.get(type.above())) {
      for (HeapReader.Field field : type.fields()) {
        if (field.kind() == HeapReader.REFERENCE) {
          reference.accept(field.name(), file.getLong(at));
        }
        at += HeapReader.size(field.kind());
      }
    }
  }
}
