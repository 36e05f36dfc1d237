package io.sendfile.core.machine;

import io.sendfile.core.transfer.TurnQueue;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The objects of the engine that others of them refer to. Nothing of an ended transfer may be among
 * them, whatever the books are called that have forgotten to forget it.
 */
final class Reachable {
  private static final String ENGINE = "io.sendfile.core.";
  private static final Map<Class<?>, List<Field>> FIELDS = new HashMap<>();

  private final Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> next = new ArrayDeque<>();

  private Reachable() {}

  static Set<Object> from(Object root) {
    Reachable search = new Reachable();
    search.add(root);
    while (!search.next.isEmpty()) {
      search.look(search.next.remove());
    }
    return search.found;
  }

  private void add(@org.jspecify.annotations.Nullable Object object) {
    if (object != null && isWorthALook(object) && found.add(object)) {
      next.add(object);
    }
  }

  private static boolean isWorthALook(Object object) {
    if (object instanceof TurnQueue) {
      // It lets an ended transfer go when its turn comes.
      return false;
    }
    String name = object.getClass().getName();
    boolean ours =
        name.startsWith(ENGINE + "transfer.")
            || name.startsWith(ENGINE + "engine.")
            || name.startsWith(ENGINE + "archive.")
            || name.startsWith(ENGINE + "files.")
            || name.startsWith(ENGINE + "algorithm.");
    return ours
        || object instanceof Iterable
        || object instanceof Map
        || object instanceof Object[]
        || object instanceof AtomicReference;
  }

  private void look(Object object) {
    if (object instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            add(key);
            add(value);
          });
    } else if (object instanceof Object[]) {
      for (int i = 0; i < Array.getLength(object); i++) {
        add(Array.get(object, i));
      }
    } else if (object instanceof AtomicReference<?> reference) {
      add(reference.get());
    } else if (object instanceof Iterable<?> all && !(object instanceof java.nio.file.Path)) {
      all.forEach(this::add);
    } else if (!(object instanceof Reference)) {
      for (Field field : fields(object.getClass())) {
        try {
          add(field.get(object));
        } catch (IllegalAccessException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  private static List<Field> fields(Class<?> type) {
    return FIELDS.computeIfAbsent(
        type,
        unused -> {
          List<Field> fields = new ArrayList<>();
          for (Class<?> each = type;
              each != null && each.getName().startsWith(ENGINE);
              each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
              if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                fields.add(field);
              }
            }
          }
          return fields;
        });
  }
}
