package io.sendfile.core.records;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Records as plain values, which JSON and the data of a command can have: maps by name, lists,
 * texts, numbers. {@code firstByteNanos} and a constant {@code IO_ERROR} are named {@code
 * first-byte-nanos} and {@code io-error}. A type with methods {@code text()} and {@code
 * parse(String)} is its text, a duration its milliseconds.
 *
 * <p>A reader ignores unknown names, takes missing ones as zero or empty, and leaves out what has a
 * constant that it does not know, so that neighbouring versions understand each other. Names of
 * components and constants are thus a format.
 */
public final class Records {
  private static final ClassValue<Form> FORMS =
      new ClassValue<>() {
        @Override
        protected Form computeValue(Class<?> type) {
          return Form.of(type);
        }
      };

  /** All handles have this type, so that a call needs no look at it. */
  private static final MethodType CALL = MethodType.methodType(Object.class, Object.class);

  private record Component(String name, Type type, MethodHandle get) {}

  /**
   * A type of records.
   *
   * @param text writer of a text, with {@code make} as its reader; null for a map of components
   */
  private record Form(List<Component> components, @Nullable MethodHandle text, MethodHandle make) {
    static Form of(Class<?> type) {
      try {
        MethodHandles.Lookup all = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        if (Arrays.stream(type.getMethods()).anyMatch(each -> each.getName().equals("parse"))) {
          MethodHandle text = all.findVirtual(type, "text", MethodType.methodType(String.class));
          return new Form(
              List.of(),
              text.asType(CALL),
              all.findStatic(type, "parse", MethodType.methodType(type, String.class))
                  .asType(CALL));
        }
        List<Component> components = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (RecordComponent each : type.getRecordComponents()) {
          types.add(each.getType());
          components.add(
              new Component(
                  dashed(each.getName().replaceAll("[A-Z]", "_$0")),
                  each.getGenericType(),
                  all.unreflect(each.getAccessor()).asType(CALL)));
        }
        MethodHandle make =
            all.findConstructor(type, MethodType.methodType(void.class, types))
                .asSpreader(Object[].class, types.size())
                .asType(CALL);
        return new Form(components, null, make);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException("no record: " + type, e);
      }
    }
  }

  private Records() {}

  private static String dashed(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The values of a record by name. */
  public static Map<String, Object> write(Record from) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Component each : FORMS.get(from.getClass()).components) {
      values.put(each.name, plain(call(each.get, from)));
    }
    return values;
  }

  /** The values of a record of texts and numbers, as texts. */
  public static Map<String, String> texts(Record from) {
    Map<String, String> texts = new LinkedHashMap<>();
    write(from).forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  private static Object plain(Object value) {
    if (value instanceof Record from) {
      MethodHandle text = FORMS.get(from.getClass()).text;
      return text == null ? write(from) : call(text, from);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((key, each) -> copy.put(plain(key).toString(), plain(each)));
      return copy;
    }
    if (value instanceof Collection<?> all) {
      return all.stream().map(Records::plain).toList();
    }
    if (value instanceof Enum<?> constant) {
      return dashed(constant.name());
    }
    if (value instanceof Duration time) {
      return time.toMillis();
    }
    return value instanceof Instant ? value.toString() : value;
  }

  /**
   * The record of these values; empty if it has a constant that is not known here.
   *
   * @throws IllegalArgumentException for a malformed number or time
   */
  public static <R extends Record> Optional<R> read(Class<R> type, Map<String, ?> values) {
    return Optional.ofNullable(type.cast(value(type, values)));
  }

  private static @Nullable Object value(Type type, @Nullable Object from) {
    if (type instanceof ParameterizedType of) {
      Type[] parts = of.getActualTypeArguments();
      return of.getRawType() == Map.class ? map(parts[0], parts[1], from) : list(parts[0], from);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isRecord()) {
      return form(FORMS.get(raw), from);
    }
    String text = Objects.toString(from, "");
    if (raw.isEnum()) {
      return Arrays.stream(raw.getEnumConstants())
          .filter(each -> dashed(((Enum<?>) each).name()).equals(text))
          .findFirst()
          .orElse(null);
    }
    if (raw == String.class) {
      return text;
    }
    if (raw == Instant.class) {
      return from == null ? Instant.EPOCH : time(text);
    }
    if (raw == boolean.class) {
      return Boolean.parseBoolean(text);
    }
    String number = from == null ? "0" : text;
    if (raw == double.class) {
      return Double.parseDouble(number);
    }
    if (raw == Duration.class) {
      return Duration.ofMillis(Long.parseLong(number));
    }
    return raw == int.class ? (Object) Integer.valueOf(number) : Long.valueOf(number);
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("no time: " + text, e);
    }
  }

  private static @Nullable Object form(Form form, @Nullable Object from) {
    if (form.text != null) {
      return call(form.make, Objects.toString(from, "0"));
    }
    Map<?, ?> values = from instanceof Map<?, ?> map ? map : Map.of();
    Object[] parts = new Object[form.components.size()];
    for (int i = 0; i < parts.length; i++) {
      Component each = form.components.get(i);
      Object part = value(each.type, values.get(each.name));
      if (part == null) {
        return null;
      }
      parts[i] = part;
    }
    return call(form.make, parts);
  }

  private static List<Object> list(Type part, @Nullable Object from) {
    List<Object> list = new ArrayList<>();
    for (Object each : from instanceof Iterable<?> all ? all : List.of()) {
      Object value = value(part, each);
      if (value != null) {
        list.add(value);
      }
    }
    return list;
  }

  private static Map<Object, Object> map(Type key, Type part, @Nullable Object from) {
    Map<Object, Object> map = new TreeMap<>();
    (from instanceof Map<?, ?> all ? all : Map.of())
        .forEach(
            (name, each) -> {
              Object known = value(key, name);
              Object value = value(part, each);
              if (known != null && value != null) {
                map.put(known, value);
              }
            });
    return map;
  }

  private static Object call(MethodHandle handle, Object argument) {
    try {
      return (Object) handle.invokeExact(argument);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
