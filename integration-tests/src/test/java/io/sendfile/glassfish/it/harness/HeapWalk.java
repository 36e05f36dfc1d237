package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Finds the holders of a web application in a heap dump. Distinguishes between the server's own
 * references and those of the module: its objects, its classes, its threads with their stacks, and
 * everything reachable only through these.
 */
public final class HeapWalk {
  private static final String MODULE = "io.sendfile.";
  private static final String TESTS = "io.sendfile.glassfish.it.";
  private static final String API = "io.sendfile.glassfish.application.";
  private static final String THREADS = "sendfile-";

  private final HeapDump dump;
  private final int[] from;
  private final BitSet ofServer = new BitSet();
  private final BitSet all = new BitSet();

  /** Walks through a dump. */
  public HeapWalk(Path path) throws IOException {
    dump = new HeapDump(path);
    from = new int[dump.size()];
    walk(ofServer, this::isOurs);
    Arrays.fill(from, -1);
    walk(all, index -> false);
  }

  private void walk(BitSet reached, IntPredicate stop) {
    ArrayDeque<Integer> next = new ArrayDeque<>();
    for (HeapReader.Root root : dump.roots()) {
      int thread = dump.thread(root);
      if (thread < 0 || !stop.test(thread)) {
        visit(dump.index(root.object()), -1, reached, stop, next);
      }
    }
    while (!next.isEmpty()) {
      int index = next.remove();
      dump.references(index, to -> visit(dump.index(to), index, reached, stop, next));
    }
  }

  private void visit(
      int index, int source, BitSet reached, IntPredicate stop, ArrayDeque<Integer> next) {
    if (index >= 0 && !reached.get(index) && !stop.test(index)) {
      reached.set(index);
      from[index] = source;
      next.add(index);
    }
  }

  private boolean isOurs(int index) {
    String type = dump.typeName(index);
    return (type.startsWith(MODULE) && !type.startsWith(TESTS) && !type.startsWith(API))
        || (type.endsWith("Thread")
            && String.valueOf(dump.text(index, "name")).startsWith(THREADS));
  }

  /** Class loaders of web applications with that context root that are still in the heap. */
  public List<Long> loaders(String context) {
    return all.stream()
        .filter(index -> dump.typeName(index).endsWith(".WebappClassLoader"))
        .filter(index -> String.valueOf(dump.text(index, "contextName")).endsWith(context))
        .mapToObj(dump::object)
        .toList();
  }

  /** Paths from a root to a class loader, if the server holds it without the module. */
  public List<String> heldByServer(long loader) {
    int index = dump.index(loader);
    return index >= 0 && ofServer.get(index) ? way(index) : List.of();
  }

  /**
   * Paths from a root into an application whose last step but one is the module's: to its class
   * loader, its classes and their instances.
   */
  public List<String> heldByModule(long loader) {
    List<String> ways = new ArrayList<>();
    for (int i = all.nextSetBit(0); i >= 0; i = all.nextSetBit(i + 1)) {
      int holder = i;
      if (!ofServer.get(i) && !isOf(i, loader)) {
        dump.references(
            i,
            to -> {
              int held = dump.index(to);
              if (held >= 0 && isOf(held, loader)) {
                ways.add(String.join(" > ", way(holder)) + " > " + dump.describe(held));
              }
            });
      }
    }
    return ways;
  }

  private boolean isOf(int index, long loader) {
    return dump.object(index) == loader || dump.loader(dump.type(index)) == loader;
  }

  private List<String> way(int to) {
    List<String> way = new ArrayList<>();
    for (int index = to; index >= 0 && way.size() < 60; index = from[index]) {
      String name = dump.describe(index);
      way.add(0, name.endsWith("Thread") ? name + " '" + dump.text(index, "name") + "'" : name);
    }
    return way;
  }
}
