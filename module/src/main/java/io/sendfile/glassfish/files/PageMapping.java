package io.sendfile.glassfish.files;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/**
 * Maps a page, asks mincore(2) whether it is in memory, and unmaps it at once: left to the
 * collector, mappings would pile up. Thread-safe.
 */
@FunctionalInterface
interface PageMapping {
  /** Whether the page of that byte is in memory. */
  boolean isLoaded(FileChannel file, long position) throws IOException;

  /** The way of this JVM; null if it cannot unmap. */
  static @Nullable PageMapping find() {
    try {
      return JdkReflection.hasForeign() ? Segment.make() : Buffer.make();
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** Passes an exception of a method handle on. */
  private static IOException thrown(Throwable e) throws IOException {
    if (e instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (e instanceof Error error) {
      throw error;
    }
    throw e instanceof IOException failed ? failed : new IOException(e);
  }

  /**
   * From Java 22 on.
   *
   * @param ofConfined () Arena
   * @param map (FileChannel, MapMode, long position, long length, Arena) MemorySegment
   * @param isLoaded (MemorySegment) boolean
   * @param close (Arena) void
   */
  record Segment(
      MethodHandle ofConfined, MethodHandle map, MethodHandle isLoaded, MethodHandle close)
      implements PageMapping {
    static PageMapping make() throws ReflectiveOperationException {
      Class<?> arena = JdkReflection.foreign("Arena");
      return new Segment(
          JdkReflection.handle(arena, "ofConfined"),
          JdkReflection.handle(
              FileChannel.class, "map", MapMode.class, long.class, long.class, arena),
          JdkReflection.handle(JdkReflection.foreign("MemorySegment"), "isLoaded"),
          JdkReflection.handle(arena, "close"));
    }

    @Override
    public boolean isLoaded(FileChannel file, long position) throws IOException {
      try {
        Object arena = (Object) ofConfined.invokeExact();
        try {
          Object page = (Object) map.invokeExact(file, MapMode.READ_ONLY, position, 1L, arena);
          return (boolean) isLoaded.invokeExact(page);
        } finally {
          close.invokeExact(arena);
        }
      } catch (Throwable e) {
        throw thrown(e);
      }
    }
  }

  /**
   * Before Java 22; later JVMs warn of it.
   *
   * @param unmap (ByteBuffer) void
   */
  record Buffer(MethodHandle unmap) implements PageMapping {
    static PageMapping make() throws ReflectiveOperationException {
      Class<?> unsafe = JdkReflection.internal("sun.misc.Unsafe");
      Field instance = JdkReflection.opened(unsafe.getDeclaredField("theUnsafe"));
      return new Buffer(
          MethodHandles.lookup()
              .unreflect(unsafe.getMethod("invokeCleaner", ByteBuffer.class))
              .bindTo(instance.get(null)));
    }

    @Override
    public boolean isLoaded(FileChannel file, long position) throws IOException {
      MappedByteBuffer page = file.map(MapMode.READ_ONLY, position, 1);
      try {
        return page.isLoaded();
      } finally {
        unmap(page);
      }
    }

    private void unmap(ByteBuffer page) throws IOException {
      try {
        unmap.invokeExact(page);
      } catch (Throwable e) {
        throw thrown(e);
      }
    }
  }
}
