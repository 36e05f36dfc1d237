package io.sendfile.core.files;

import io.sendfile.spi.Stretch;
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
 * Maps the last page of an extent, asks mincore(2) whether it is in memory, and unmaps it at once:
 * left to the collector, mappings would pile up. That costs ten microseconds and more. The kernel
 * answers for files that the server's user owns or may write, and says yes for others. The mapping
 * is never read, so that a file that becomes shorter meanwhile harms nobody.
 *
 * <p>The last page: a disk is read ahead from the front, so the first one tells less.
 */
interface MappedPages extends PageCacheProbe {
  /** Sending that much takes many times as long as the question. */
  long WORTH_FROM = 1 << 20;

  /** Whether the page of that byte is in memory. */
  boolean isLoaded(FileChannel file, long position) throws IOException;

  /** The probe of this JVM; null if it cannot unmap. */
  static @Nullable PageCacheProbe find() {
    try {
      return JdkReflection.hasForeign() ? SegmentPages.make() : BufferPages.make();
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  @Override
  default long worthFrom() {
    return WORTH_FROM;
  }

  @Override
  default boolean has(Stretch extent) {
    try {
      return isLoaded(extent.file(), extent.position() + extent.length() - 1);
    } catch (IOException e) {
      // The sender finds out what is wrong with the file.
      return true;
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
  record SegmentPages(
      MethodHandle ofConfined, MethodHandle map, MethodHandle isLoaded, MethodHandle close)
      implements MappedPages {
    static MappedPages make() throws ReflectiveOperationException {
      Class<?> arena = JdkReflection.foreign("Arena");
      return new SegmentPages(
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
  record BufferPages(MethodHandle unmap) implements MappedPages {
    static MappedPages make() throws ReflectiveOperationException {
      Class<?> unsafe = JdkReflection.internal("sun.misc.Unsafe");
      Field instance = JdkReflection.opened(unsafe.getDeclaredField("theUnsafe"));
      return new BufferPages(
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
